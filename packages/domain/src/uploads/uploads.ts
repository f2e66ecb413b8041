import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { accountQueries, now, type Transaction, Upload } from '@kith/db';
import type { Actor, Context, KnownActor } from '../context.ts';
import { Refusal } from '../errors.ts';
import { storedBytes } from '../images/imageFiles.ts';
import { maxImageBytes } from '../images/imageRules.ts';
import { limitCreation } from '../limits.ts';
import { queueRecordedJobs } from '../pendingJobs.ts';
import { newFolderKey } from '../secrets.ts';
import { readServerSettings } from '../server/serverSettings.ts';
import { removeWithFolders, sweepFolders } from '../sweepFolders.ts';
import { maxParts, partKey, receiveParts, removeParts } from './parts.ts';

/** The maximum number of a member's uploads that are not used yet. */
const maxUploads = 5;

/**
 * After this many seconds without a stored part, an upload makes room for another one if the member's share is short. The slowest
 * connection that is accepted brings a part in less.
 */
const idleSeconds = 600;

/** Whether `size` bytes fit into the member's share beside what is stored and what open uploads will bring. */
async function hasRoom(ctx: Context, tx: Transaction, actor: Actor, size: number): Promise<boolean> {
  const uploads = await tx.em().find(Upload, { user: actor.userId });
  const coming = uploads.reduce((sum, upload) => sum + upload.size, 0);
  return (await storedBytes(tx, actor)) + coming + size <= ctx.settings.memberStorage;
}

/**
 * Creates an upload of a picture or a video of `size` bytes, which then arrives in parts and is named when it is posted or sent.
 * Beyond five, it replaces the member's upload that received bytes least recently; where the member's share is short, idle ones. Throws `upload-incomplete` for an invalid
 * size, `video-too-large`, `storage-full`, `rate-limited`, `email-unconfirmed-limit`, `unauthenticated`.
 */
export async function openUpload(ctx: Context, actor: KnownActor, { size }: { size: number }): Promise<number> {
  if (!Number.isSafeInteger(size) || size < 1) throw new Refusal('upload-incomplete');
  const { maxVideoSeconds, maxVideoBytes } = await readServerSettings(ctx);
  if (size > Math.max(maxImageBytes, maxVideoSeconds && maxVideoBytes)) throw new Refusal('video-too-large');
  await limitCreation(ctx, actor, 'uploads');
  const uploadId = await ctx.db.transaction(async (tx) => {
    const [owner] = await tx.run(accountQueries.lock, [actor.userId]);
    if (!owner) throw new Refusal('unauthenticated');
    const user = actor.userId;
    const latest = { orderBy: { changedAt: 'desc', id: 'desc' }, limit: maxUploads - 1 } as const;
    const kept = await tx.em().find(Upload, { user }, latest);
    await removeWithFolders(tx, 'uploads', { user, id: { $nin: kept.map(({ id }) => id) } });
    if (!(await hasRoom(ctx, tx, actor, size))) {
      await removeWithFolders(tx, 'uploads', { user, changedAt: { $lt: now(-idleSeconds) } });
      if (!(await hasRoom(ctx, tx, actor, size))) throw new Refusal('storage-full');
    }
    return tx.em().insert(Upload, { user, key: newFolderKey(), size });
  });
  await queueRecordedJobs(ctx);
  return uploadId;
}

const findUpload = (ctx: Context, actor: Actor, uploadId: number) =>
  ctx.db.em().findOne(Upload, { id: uploadId, user: actor.userId });

/** Returns the declared size of an upload of the caller and the bytes received so far. Throws `not-found`. */
export async function readUpload(ctx: Context, actor: Actor, uploadId: number): Promise<Upload> {
  const upload = await findUpload(ctx, actor, uploadId);
  if (!upload) throw new Refusal('not-found');
  return upload;
}

/**
 * Receives a chunk of an upload that starts at offset `from`. What was received before the connection breaks is kept. Returns the
 * new offset. Throws `not-found`, `upload-offset`, `video-too-large`, and the errors of the body.
 */
export async function receiveChunk(
  ctx: Context,
  actor: Actor,
  { uploadId, from }: { uploadId: number; from: number },
  body: AsyncIterable<Buffer>,
): Promise<number> {
  const { key, size, received, partNames: names } = await readUpload(ctx, actor, uploadId);
  if (received !== from) throw new Refusal('upload-offset');
  let partNames = names;
  return receiveParts(
    ctx,
    {
      ...{ place: 'uploads', key, from, size, tooLarge: 'video-too-large' },
      async record({ name, at, bytes }) {
        if (bytes === 0) return null;
        if (partNames.length >= maxParts) return new Refusal('upload-incomplete');
        partNames = [...partNames, name];
        // Each part changes `received`, so the names are still those that were read.
        const unchanged = { id: uploadId, user: actor.userId, received: at };
        const next = { received: at + bytes, partNames, changedAt: now() };
        if ((await ctx.db.em().nativeUpdate(Upload, unchanged, next)) > 0) return null;
        return new Refusal((await findUpload(ctx, actor, uploadId)) ? 'upload-offset' : 'not-found');
      },
    },
    body,
  );
}

/**
 * Joins the parts of an upload of the caller into the file at `path`. Returns false if there is no such upload. Throws `upload-incomplete`
 * while bytes are missing.
 */
export async function joinParts(ctx: Context, actor: Actor, uploadId: number, path: string): Promise<boolean> {
  const upload = await findUpload(ctx, actor, uploadId);
  if (!upload) return false;
  if (upload.received < upload.size) throw new Refusal('upload-incomplete');
  for (const name of upload.partNames) {
    const part = await ctx.storage.stream(partKey('uploads', upload.key, name));
    // A concurrent call has used the upload.
    if (!part) return false;
    await pipeline(part.body, createWriteStream(path, { flags: 'a', mode: 0o600 }));
  }
  return true;
}

/**
 * Deletes an upload of the caller, in the transaction that attaches what it contains. Throws `upload-incomplete` if another call has
 * used it meanwhile.
 */
export async function takeUpload(tx: Transaction, actor: Actor, uploadId: number): Promise<void> {
  const taken = await removeWithFolders(tx, 'uploads', { id: uploadId, user: actor.userId });
  if (taken === 0) throw new Refusal('upload-incomplete');
}

/** Deletes an upload of the caller that another one has made needless. */
export async function removeUpload(ctx: Context, actor: Actor, uploadId: number): Promise<void> {
  await ctx.db.transaction((tx) => removeWithFolders(tx, 'uploads', { id: uploadId, user: actor.userId }));
  await queueRecordedJobs(ctx);
}

/** Deletes the parts of an upload that was used, replaced or abandoned. */
export const removeUploadParts = (ctx: Context, { key }: { key: string }): Promise<void> =>
  removeParts(ctx, 'uploads', key);

const day = 86_400_000;

/** Deletes uploads that have received nothing for a day, and parts without an upload. */
export async function sweepUploads(ctx: Context): Promise<void> {
  const abandoned = { changedAt: { $lt: now(-day / 1_000) } };
  await ctx.db.transaction((tx) => removeWithFolders(tx, 'uploads', abandoned));
  await queueRecordedJobs(ctx);
  await sweepFolders(ctx, 'uploads', day, (keys) => ctx.db.em().find(Upload, { key: { $in: keys } }));
}
