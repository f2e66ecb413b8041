import { type CaptionParts, joinCaption, splitCaption } from '@kith/contracts';
import { maxPictures } from '@kith/contracts/lengths';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { memberKey } from '../../lib/member.ts';
import {
  deletePictures,
  readDraftPictures,
  readPictures,
  type StoredPicture,
  storeDraftPictures,
  storePictures,
} from '../../lib/outbox/pictures.ts';
import { isTemporary, type OutboxHandlers } from '../../lib/outbox/send.ts';
import { discard, enqueue, isWaiting } from '../../lib/outbox/store.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { uploadFile } from '../../lib/upload.ts';
import { readStoredValue, writeStoredValue } from '../../lib/useStoredValue.ts';
import { toast } from '../../ui/toast.tsx';
import { addPost, patchPost, removePost } from '../posts/postCache.ts';

/** Who sees a post, and who may comment on it. */
export type AudienceChoice = Pick<PostView, 'audience' | 'audienceFrozen' | 'comments'>;

export interface PostDraft extends CaptionParts, AudienceChoice {
  location: string;
  /** When the post expires: `never`, after a `day` or a `week`, or at the end of a date such as `2027-01-31`. */
  expiry: string;
}

const emptyCaption = { text: '', people: '', location: '', hashtags: '' };
const defaultExpiry = { expiry: 'never' };
const daySeconds = 86_400;

/** Returns when a post expires: after a duration, at the end of a chosen day, or never. The server refuses a time in the past. */
function expiryOf(expiry: string): { expiresAt?: string; expiresInSeconds?: number } {
  if (expiry === 'never') return {};
  if (expiry === 'day' || expiry === 'week') return { expiresInSeconds: (expiry === 'day' ? 1 : 7) * daySeconds };
  const end = new Date(`${expiry}T23:59:59`);
  return Number.isNaN(end.getTime()) ? {} : { expiresAt: end.toISOString() };
}
const defaultAudience: AudienceChoice = { audience: 'public', audienceFrozen: false, comments: 'everyone' };
const audienceKey = () => memberKey('audience');

/** Returns the audience of a new draft: the last choice of this member on this device. */
function lastAudience(): AudienceChoice {
  try {
    return { ...defaultAudience, ...JSON.parse(localStorage.getItem(audienceKey()) ?? '{}') };
  } catch {
    return defaultAudience;
  }
}

export function storeAudience({ audience, audienceFrozen, comments }: AudienceChoice): void {
  try {
    localStorage.setItem(audienceKey(), JSON.stringify({ audience, audienceFrozen, comments }));
  } catch {
    // Without storage, the choice is forgotten, and each draft starts with the default audience.
  }
}

export const newDraft = (): PostDraft => ({ ...emptyCaption, ...defaultExpiry, ...lastAudience() });

/** Completes a stored draft, which may lack fields that did not exist when it was saved. */
export const completeDraft = (partial: Partial<PostDraft>): PostDraft => ({
  ...emptyCaption,
  ...defaultExpiry,
  ...defaultAudience,
  ...partial,
});

export const draftOf = ({ caption, location, audience, audienceFrozen, comments }: PostView): PostDraft => ({
  ...splitCaption(caption),
  location: location ?? '',
  ...defaultExpiry,
  audience,
  audienceFrozen,
  comments,
});

/** Joins the parts of a draft to a caption. `before` is the original caption when a post is edited. */
export const captionOf = (draft: CaptionParts, before?: string): string => joinCaption(draft, before);

export const isEmpty = (draft: PostDraft): boolean =>
  [draft.text, draft.people, draft.location, draft.hashtags].every((value) => !value.trim());

/**
 * Publishes a post's text; idempotent per client id. A post without pictures is added to the cached lists here. A post with
 * pictures is added by the code that uploads the pictures.
 */
export async function publishText(
  client: QueryClient,
  userId: number,
  draft: PostDraft,
  clientId: string,
  pictures: number,
): Promise<PostView> {
  const { audience, audienceFrozen, comments } = draft;
  const location = draft.location.trim() || null;
  const words = { userId, caption: captionOf(draft), location, latitude: null, longitude: null };
  const input = { ...words, audience, audienceFrozen, comments, ...expiryOf(draft.expiry ?? 'never') };
  const post = await api.posts.create.mutate({ ...input, clientId, pictures });
  if (!pictures) addPost(client, post);
  void client.invalidateQueries({ queryKey: getQueryKey(trpc.auth.session) });
  return post;
}

/**
 * Uploads one picture of a post; idempotent per picture id. The picture is put at its position even if earlier pictures failed.
 */
export async function sendPicture(
  client: QueryClient,
  postId: number,
  { id, file, alt, position }: StoredPicture,
  onProgress?: (fraction: number) => void,
): Promise<void> {
  const path = `/posts/${postId}/images`;
  const sent = await uploadFile<PostView & { imageId: number }>(path, file, onProgress, { alt, clientId: id });
  const { imageId, ...post } = sent;
  const at = post.images.findIndex((each) => each.imageId === imageId);
  const target = Math.min(position ?? at, post.images.length - 1);
  const placed = at === target ? post : await api.posts.changeImage.mutate({ postId, imageId, position: target });
  addPost(client, placed);
  patchPost(client, postId, placed);
}

/**
 * Uploads the pictures of a post that wait in the outbox. If the server refuses a picture, an error message is shown and the
 * upload continues with the next picture.
 */
async function sendStoredPictures(client: QueryClient, postId: number, id: string): Promise<void> {
  const pictures = await readPictures(id);
  for (const [index, picture] of pictures.entries()) {
    try {
      await sendPicture(client, postId, picture);
    } catch (error) {
      if (isTemporary(error) || failureOf(error).code === 'not-found') throw error;
      toast(t('composer.pictureFailed', { message: failureText(error) }), { variant: 'bad' });
    }
    await storePictures(id, pictures.slice(index + 1)).catch(() => undefined);
  }
}

/** Puts a post that the server refused back into the composer, in front of any text written there meanwhile. */
function restoreDraft(refused: PostDraft): void {
  const current = completeDraft(readStoredValue('composer', {}));
  const joined = (field: keyof typeof emptyCaption, by: string) =>
    [refused[field], current[field]].filter(Boolean).join(by);
  writeStoredValue('composer', {
    text: joined('text', '\n'),
    people: joined('people', ' '),
    location: refused.location || current.location,
    hashtags: joined('hashtags', ' '),
    audience: refused.audience,
    audienceFrozen: refused.audienceFrozen,
    comments: refused.comments,
    expiry: refused.expiry,
  });
}

async function restoreDraftPictures(id: string): Promise<void> {
  const [refused, current] = [await readPictures(id), await readDraftPictures('composer')];
  if (refused.length) await storeDraftPictures('composer', [...refused, ...current].slice(0, maxPictures));
  await deletePictures(id);
}

/** Deletes a post that the member discarded while its text was being published. */
async function deleteDiscarded(client: QueryClient, postId: number): Promise<void> {
  try {
    await api.posts.delete.mutate({ postId });
    removePost(client, postId);
  } catch {
    toast(t('editor.deleteFailed'), { variant: 'bad' });
  }
}

export const postOutbox = (client: QueryClient, userId: number): OutboxHandlers['post'] => ({
  send: async (payload, id) => {
    if (payload.postId === undefined) {
      const post = await publishText(client, userId, completeDraft(payload.draft), id, payload.pictures);
      const { postId } = post;
      if (!isWaiting(id)) return deleteDiscarded(client, postId);
      addPost(client, post);
      // A post with pictures stays in the outbox with its post id, which means that only the pictures are waiting.
      if (payload.pictures > 0) return void enqueue('post', { ...payload, postId }, id);
    } else await sendStoredPictures(client, payload.postId, id);
    discard(id);
    await deletePictures(id);
  },
  refused: ({ postId, draft }, error, id) => {
    discard(id);
    const message = failureText(error);
    if (postId === undefined) restoreDraft(completeDraft(draft));
    void (postId === undefined ? restoreDraftPictures(id) : deletePictures(id));
    toast(t(postId === undefined ? 'composer.failed' : 'composer.pictureFailed', { message }), { variant: 'bad' });
  },
});
