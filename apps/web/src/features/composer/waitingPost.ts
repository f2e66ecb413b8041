import { maxAlbumPictures, maxPictures } from '@kith/contracts/lengths';
import type { OutboxPayloads } from '../../lib/outbox/payloads.ts';
import {
  deletePictures,
  readDraftPictures,
  type StoredPicture,
  storeDraftPictures,
  storePictures,
} from '../../lib/outbox/pictures.ts';
import { discard, enqueue, type OutboxEntry, uuid } from '../../lib/outbox/store.ts';
import { readStoredValue, writeStoredValue } from '../../lib/useStoredValue.ts';
import { forgetPictures, keepPictures, loadPictures, recordSent, storable } from './localPictures.ts';
import { completeDraft, type emptyCaption, type PostDraft } from './postDraft.ts';
import { endPreparation } from './video/preparations.ts';

/** Puts a post into the outbox. The stored pictures are shown and, if the browser has no storage, sent from this page. */
export async function enqueuePost(payload: OutboxPayloads['post'], pictures: StoredPicture[]): Promise<void> {
  const id = uuid();
  if (payload.postId !== undefined) recordSent(payload.postId, id);
  if (pictures.length) {
    keepPictures(id, pictures);
    await storePictures(id, pictures).catch(() => undefined);
  }
  enqueue('post', { ...payload, unprepared: pictures.some(({ edits }) => edits) || undefined }, id);
}

/** Takes a post out of the outbox. Returns its pictures. */
export async function withdrawPost(id: string): Promise<StoredPicture[]> {
  const pictures = await loadPictures(id);
  discard(id);
  forgetPictures(id);
  for (const picture of pictures) endPreparation(picture.id);
  void deletePictures(id);
  return pictures.map(storable);
}

/** Puts a post back into the composer, in front of any text written there meanwhile. */
export function restoreDraft(refused: PostDraft): void {
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
    withoutPreview: refused.withoutPreview,
    event: refused.event ?? current.event,
    poll: refused.poll ?? current.poll,
    album: refused.album,
  });
}

/** Takes a post that is not published yet out of the outbox and puts it into the composer. */
export async function editWaitingPost({ id, payload }: OutboxEntry<'post'>): Promise<void> {
  const pictures = [...(await withdrawPost(id)), ...(await readDraftPictures('composer'))];
  restoreDraft(completeDraft(payload.draft));
  if (pictures.length)
    await storeDraftPictures('composer', pictures.slice(0, payload.draft.album ? maxAlbumPictures : maxPictures));
}
