import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { postAddress } from '../../../lib/popups.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import type { Message } from '../message.ts';

interface Props {
  /** Undefined while the message waits in the outbox. */
  post: NonNullable<Message['post']> | undefined;
  tabIndex: number;
}

/** A card for a post that was sent into a chat. For a viewer who may not see the post, a note replaces its content. */
export function BubblePost({ post, tabIndex }: Props) {
  const { t } = useTranslation();
  if (!post?.postId || !post.user)
    return (
      <p className="rounded-card bg-surface px-3 py-2.5 text-15 text-soft italic">
        {post ? t('messages.post.hidden') : t('post.title')}
      </p>
    );
  const { postId, user, caption, image } = post;
  return (
    <Link
      {...postAddress(postId)}
      tabIndex={tabIndex}
      data-own
      onClick={(event) => event.stopPropagation()}
      className="mb-1 block w-72 max-w-full overflow-hidden rounded-card bg-surface text-ink"
    >
      <span className="sr-only">{t('post.title')}: </span>
      {image?.status === 'ready' && <Picture source={image} alt={image.alt ?? ''} sizes="288px" />}
      <span className="flex items-center gap-2 px-3 pt-2.5">
        <Avatar src={user.profilePicture} size={32} />
        <span className="min-w-0 truncate font-semibold">{user.userName}</span>
      </span>
      <span className="line-clamp-3 px-3 pt-1 pb-3 text-13 break-words text-soft">
        {caption || t('post.noCaption')}
      </span>
    </Link>
  );
}
