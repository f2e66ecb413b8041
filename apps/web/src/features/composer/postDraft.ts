import { type CaptionParts, joinCaption, splitCaption } from '@kith/contracts';
import type { PostView } from '../../lib/types.ts';

export interface PostDraft extends CaptionParts {
  location: string;
}

export const emptyDraft: PostDraft = { text: '', people: '', location: '', hashtags: '' };

export const draftOf = (post: PostView): PostDraft => ({
  ...splitCaption(post.caption),
  location: post.location ?? '',
});

/** `before` is the caption the draft was made of, if it was. */
export const captionOf = (draft: PostDraft, before?: string): string => joinCaption(draft, before);

export const isEmpty = (draft: PostDraft): boolean => Object.values(draft).every((value) => !value.trim());
