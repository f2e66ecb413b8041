import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { failureOf } from '../../lib/failure.ts';
import { type StoredPicture, storePictures } from '../../lib/outbox/pictures.ts';
import { isTemporary } from '../../lib/outbox/send.ts';
import { isWaiting } from '../../lib/outbox/store.ts';
import { uploadStored } from '../../lib/outbox/uploadStored.ts';
import { createStore } from '../../lib/store.ts';
import type { PostView } from '../../lib/types.ts';
import { patchPost } from '../posts/postCache.ts';
import {
  type LocalPicture,
  loadPictures,
  readUnprepared,
  recordPrepared,
  recordUploaded,
  storable,
} from './localPictures.ts';
import { prepareStored, requireWaiting } from './video/prepareStored.ts';

/** The uploaded share of a post's pictures, from 0 to 1, by outbox id, while they are being sent. */
export const uploaded = createStore<Readonly<Record<string, number>>>({});

/**
 * Uploads one picture of a post; idempotent per picture id. The picture is put at its position even if earlier pictures failed. Of the
 * answer only the pictures count: it may be older than a like or a comment that was made meanwhile.
 */
async function sendPicture(
  client: QueryClient,
  postId: number,
  outboxId: string,
  picture: StoredPicture,
  upload: Parameters<typeof uploadStored>[2],
): Promise<void> {
  const { id, position } = picture;
  const path = `/posts/${postId}/images`;
  const { imageId, ...post } = await uploadStored<PostView & { imageId: number }>(path, picture, upload);
  const at = post.images.findIndex((each) => each.imageId === imageId);
  const target = Math.min(position ?? at, post.images.length - 1);
  // Of an album, the answer has the first pictures only, and others may have added some meanwhile.
  const { images, imagesCount, image, imageUrl } =
    post.album || at === target ? post : await api.posts.changeImage.mutate({ postId, imageId, position: target });
  recordUploaded(outboxId, id, imageId);
  patchPost(client, postId, { images, imagesCount, image, imageUrl });
}

/** Stores what is left of the pictures of a post, unless the member has discarded the post. */
async function storeWaiting(outboxId: string, pictures: LocalPicture[]): Promise<void> {
  if (isWaiting(outboxId)) await storePictures(outboxId, pictures.map(storable)).catch(() => undefined);
}

/**
 * Prepares and stores those pictures of a post in the outbox that are videos as they were chosen. If some cannot be used, the others
 * are prepared all the same, and then the last error is thrown.
 */
export async function preparePictures(outboxId: string): Promise<void> {
  let failure: unknown;
  for (const picture of await readUnprepared(outboxId)) {
    requireWaiting(outboxId);
    try {
      recordPrepared(outboxId, await prepareStored(storable(picture), outboxId));
      await storeWaiting(outboxId, await loadPictures(outboxId));
    } catch (error) {
      if (isTemporary(error) || !isWaiting(outboxId)) throw error;
      failure = error;
    }
  }
  if (failure) throw failure;
}

/**
 * Uploads the pictures of a post that wait in the outbox. If the server refuses some, the others are uploaded all the same, and
 * then the last error is thrown. Returns false if a video is left because it is not prepared yet.
 */
export async function sendPictures(client: QueryClient, postId: number, outboxId: string): Promise<boolean> {
  const unprepared = await readUnprepared(outboxId);
  const pictures = await loadPictures(outboxId);
  let left = pictures.filter(({ imageId, edits }) => imageId === undefined && !edits);
  const report = (fraction: number) =>
    uploaded.set({ ...uploaded.get(), [outboxId]: (pictures.length - left.length + fraction) / pictures.length });
  const storeLeft = () => storeWaiting(outboxId, [...left, ...unprepared]);
  let failure: unknown;
  try {
    for (const picture of left) {
      requireWaiting(outboxId);
      report(0);
      const store = async (uploadId: string | undefined) => {
        picture.uploadId = uploadId;
        await storeLeft();
      };
      try {
        await sendPicture(client, postId, outboxId, picture, { onProgress: report, store });
        left = left.filter((each) => each !== picture);
        await storeLeft();
      } catch (error) {
        if (isTemporary(error) || failureOf(error).code === 'not-found') throw error;
        failure = error;
      }
    }
  } finally {
    const { [outboxId]: _, ...others } = uploaded.get();
    uploaded.set(others);
  }
  if (failure) throw failure;
  return unprepared.length === 0;
}
