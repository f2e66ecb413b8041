import type { TFunction } from 'i18next';
import type { PostView } from '../../lib/types.ts';

export function pictureAlt(t: TFunction, post: PostView): string {
  const name = post.user.userName;
  return post.caption ? t('post.imageAltCaption', { name, caption: post.caption }) : t('post.imageAlt', { name });
}
