import { type CaptionParts, joinCaption } from '@kith/contracts';
import type { EventDraft, PollDraft } from '../../lib/outbox/payloads.ts';
import type { PostView } from '../../lib/types.ts';

/** Who sees a post, and who may comment on it. */
export type AudienceChoice = Pick<PostView, 'audience' | 'audienceFrozen' | 'comments'>;

export interface PostDraft extends CaptionParts, AudienceChoice {
  location: string;
  /** When the post expires: `never`, after a `day` or a `week`, or at the end of a date such as `2027-01-31`. */
  expiry: string;
  /** The link whose preview the author has taken away. */
  withoutPreview?: string | undefined;
  /** Set if the post is an event. */
  event?: EventDraft | undefined;
  poll?: PollDraft | undefined;
  /** Whether the people whom the post tags can add pictures. */
  album?: boolean | undefined;
}

export const emptyCaption = { text: '', people: '', location: '', hashtags: '' };
export const defaultExpiry = { expiry: 'never' };
export const defaultAudience: AudienceChoice = { audience: 'public', audienceFrozen: false, comments: 'everyone' };
/** Completes a stored draft, which may lack fields that did not exist when it was saved. */
export const completeDraft = (partial: Partial<PostDraft>): PostDraft => ({
  ...emptyCaption,
  ...defaultExpiry,
  ...defaultAudience,
  ...partial,
});

/** Joins the parts of a draft to a caption. `before` is the original caption when a post is edited. */
export const captionOf = (draft: CaptionParts, before?: string): string => joinCaption(draft, before);
