import { type CaptionParts, joinCaption } from '@kith/contracts';
import type { PostView } from '../../lib/types.ts';

/** Who sees a post, and who may comment on it. */
export type AudienceChoice = Pick<PostView, 'audience' | 'audienceFrozen' | 'comments'>;

export interface PostDraft extends CaptionParts, AudienceChoice {
  location: string;
  /** When the post expires: `never`, after a `day` or a `week`, or at the end of a date such as `2027-01-31`. */
  expiry: string;
  /** The link whose preview the author has taken away. */
  withoutPreview?: string | undefined;
  /** Whether the people whom the post tags can add pictures. */
  album?: boolean | undefined;
}

export const emptyCaption = { text: '', people: '', location: '', hashtags: '' };
export const defaultExpiry = { expiry: 'never' };
const daySeconds = 86_400;

/** Returns when a post expires: after a duration, at the end of a chosen day, or never. The server refuses a time in the past. */
export function expiryOf(expiry: string): { expiresAt?: string; expiresInSeconds?: number } {
  if (expiry === 'never') return {};
  if (expiry === 'day' || expiry === 'week') return { expiresInSeconds: (expiry === 'day' ? 1 : 7) * daySeconds };
  const end = new Date(`${expiry}T23:59:59`);
  return Number.isNaN(end.getTime()) ? {} : { expiresAt: end.toISOString() };
}

/** Returns when a post with this expiry expires, if it is published at the time `from`; null if it does not. */
export function expiryDate(expiry: string, from: string): string | null {
  const { expiresAt, expiresInSeconds } = expiryOf(expiry);
  return expiresInSeconds ? new Date(Date.parse(from) + expiresInSeconds * 1_000).toISOString() : (expiresAt ?? null);
}

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
