import { rm, stat } from 'node:fs/promises';
import { Image, type Transaction } from '@kith/db';
import type { Context, KnownActor } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limitCreation } from '../limits.ts';
import { joinParts, removeUpload, takeUpload } from '../uploads/uploads.ts';
import { requireStorage } from './imageFiles.ts';
import { headOf } from './imageRules.ts';
import { containerOf } from './mediaFormat.ts';
import type { PictureFields, PictureHandler } from './pictureHandler.ts';
import { uploadFailure } from './pictureView.ts';

/** Waits at most `ms` milliseconds for an upload to be processed; returns its status. */
async function awaitImage(ctx: Context, imageId: number, ms: number): Promise<Image['status']> {
  // A deleted row means that the image was given up.
  const status = async () =>
    (await ctx.db.em().findOne(Image, { id: imageId }, { fields: ['status'] }))?.status ?? 'failed';
  const { promise: announced, resolve } = Promise.withResolvers<void>();
  const stop = ctx.live.subscribe((event) => {
    if (event.name === 'image.processed' && event.payload.imageId === imageId) resolve();
  });
  const timer = setTimeout(resolve, ms);
  try {
    const first = await status();
    if (first !== 'processing') return first;
    await announced;
    return await status();
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** The refusal of an upload that could not be processed. */
async function failureOf(ctx: Context, imageId: number): Promise<Refusal> {
  const image = await ctx.db.em().findOne(Image, { id: imageId }, { fields: ['failure'] });
  const failure = uploadFailure(image?.failure);
  return failure ? new Refusal(failure.code, failure) : new Refusal('image-unreadable');
}

/** How long an upload's response waits for the variants, in milliseconds. */
const maxResponseWaitMs = 5_000;

/**
 * Receives a picture, a video or a voice message of the handler's kind for `target`. `receive` must write the file to the first
 * path that it gets, or return the id of the upload whose parts are the file, and must write a poster to the second path. Both are
 * temporary files, which are deleted afterwards. Permissions and limits are checked before any byte is read. Throws `storage-full`,
 * `rate-limited`, `email-unconfirmed-limit`, `image-unreadable`, `upload-incomplete`, and the errors of `receive` and of the handler.
 * An upload that fails leaves the target unchanged.
 */
export async function receiveUpload<Target, Attached extends { imageId: number }>(
  ctx: Context,
  actor: KnownActor,
  handler: PictureHandler<Target, Attached>,
  target: Target,
  receive: (path: string, posterPath: string) => Promise<PictureFields>,
): Promise<Attached & { imageStatus: 'ready' | 'processing' }> {
  await handler.authorize(ctx, actor, target);
  await requireStorage(ctx, actor);
  await limitCreation(ctx, actor, 'uploads');
  const [path, posterPath] = [await ctx.storage.temporaryPath(), await ctx.storage.temporaryPath()];
  let attached: Attached;
  try {
    const { uploadId, ...fields } = await receive(path, posterPath);
    const isHere = uploadId === undefined || (await joinParts(ctx, actor, uploadId, path));
    // A retry, whose upload is gone because the first call used it, gets the answer of the first call.
    const earlier =
      isHere || !fields.clientId ? null : await handler.findAttached?.(ctx, actor, target, fields.clientId);
    if (!isHere && !earlier) throw new Refusal('upload-incomplete');
    // A picture is kept in much smaller variants, but a video in its whole size.
    if (isHere && containerOf(await headOf({ file: path })) !== null)
      await requireStorage(ctx, actor, (await stat(path)).size);
    const take = uploadId === undefined ? undefined : (tx: Transaction) => takeUpload(tx, actor, uploadId);
    attached = earlier ?? (await handler.attach(ctx, actor, target, { file: path }, { ...fields, takeUpload: take }));
    if (uploadId !== undefined) await removeUpload(ctx, actor, uploadId);
  } finally {
    for (const file of [path, posterPath]) await rm(file, { force: true });
  }
  const { imageId } = attached;
  if (imageId === 0) return { ...attached, imageStatus: 'ready' };
  const imageStatus = await awaitImage(ctx, imageId, maxResponseWaitMs);
  if (imageStatus !== 'failed') return { ...attached, imageStatus };
  const failure = await failureOf(ctx, imageId);
  await handler.discard(ctx, imageId);
  throw failure;
}
