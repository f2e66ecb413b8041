import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Handle, Image, imageQueries, type MediaKind, type Transaction } from '@kith/db';
import { requireActiveAccount } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import type { FileContent } from '../ports.ts';
import { readServerSettings } from '../server/serverSettings.ts';
import { checkImage, headOf, type ImageFacts, maxImageBytes, maxVoiceBytes } from './imageRules.ts';
import { containerOf } from './mediaFormat.ts';
import { newImageKey } from './pictureAddresses.ts';
import type { PictureFields } from './pictureHandler.ts';

/** The key of an image's private original, which exists until its variants do. */
export const originalKey = (key: string): string => `originals/${key}/original`;
/** Copies the file with this key to `path`, because it may be too large for the memory; returns false if there is none. */
export async function fetchFile(ctx: Context, key: string, path: string): Promise<boolean> {
  const found = await ctx.storage.stream(key);
  if (found) await pipeline(found.body, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return found !== null;
}

/** The key of the picture that was sent as a video's poster. */
export const posterKey = (key: string): string => `originals/${key}/poster`;

/** Checks the size and the header of an upload. Throws `image-too-large`, and the refusals of `checkImage`. */
async function inspectContent(content: FileContent): Promise<ImageFacts & { bytes: number }> {
  const bytes = Buffer.isBuffer(content) ? content.length : (await stat(content.file)).size;
  if (bytes > maxImageBytes) throw new Refusal('image-too-large');
  return { ...(await checkImage(content)), bytes };
}

/** The values of the row of a stored original. The size of a video is known once it is processed. */
export interface StoredOriginal {
  key: string;
  media: MediaKind;
  width: number | null;
  height: number | null;
  bytes: number;
}

/** Stores an upload as a private original, if it is a supported picture. Throws the errors of `inspectContent`. */
export async function storeOriginal(ctx: Context, content: FileContent): Promise<StoredOriginal> {
  const { contentType, ...size } = await inspectContent(content);
  const key = newImageKey();
  await ctx.storage.put(originalKey(key), content, contentType);
  return { key, media: 'picture', ...size };
}

const sizeOf = async (content: FileContent): Promise<number> =>
  Buffer.isBuffer(content) ? content.length : (await stat(content.file)).size;

async function storeMedia(
  ctx: Context,
  media: 'video' | 'voice',
  content: FileContent,
  poster?: FileContent | undefined,
): Promise<StoredOriginal> {
  const picture = poster && (await inspectContent(poster));
  const bytes = (await sizeOf(content)) + (picture?.bytes ?? 0);
  const key = newImageKey();
  if (poster && picture) await ctx.storage.put(posterKey(key), poster, picture.contentType);
  await ctx.storage.put(originalKey(key), content, 'application/octet-stream');
  return { key, media, width: null, height: null, bytes };
}

/**
 * Stores a picture or a video as a private original; a poster is ignored for a picture. The worker checks what a video contains.
 * Throws `unsupported-video`, `video-too-large`, and the refusals of a picture, which where videos are off also a video gets.
 */
export async function storePictureOrVideo(
  ctx: Context,
  content: FileContent,
  { poster, type = '' }: Pick<PictureFields, 'poster' | 'type'> = {},
): Promise<StoredOriginal> {
  const isVideo = containerOf(await headOf(content)) !== null;
  if (!isVideo && !type.startsWith('video/')) return storeOriginal(ctx, content);
  const { maxVideoSeconds, maxVideoBytes } = await readServerSettings(ctx);
  if (maxVideoSeconds === 0) throw new Refusal('image-unsupported');
  if (!isVideo) throw new Refusal('unsupported-video');
  if ((await sizeOf(content)) > maxVideoBytes) throw new Refusal('video-too-large');
  return storeMedia(ctx, 'video', content, poster);
}

/** Stores a voice message as a private original. Throws `unsupported-voice`, `voice-too-large`. */
export async function storeVoice(ctx: Context, content: FileContent): Promise<StoredOriginal> {
  if (containerOf(await headOf(content)) === null) throw new Refusal('unsupported-voice');
  if ((await sizeOf(content)) > maxVoiceBytes) throw new Refusal('voice-too-large');
  return storeMedia(ctx, 'voice', content);
}

/** The total size in bytes of a member's pictures. */
export async function storedBytes(db: Handle, { userId }: Actor): Promise<number> {
  const [stored] = await db.run(imageQueries.stored, [userId]);
  return stored?.bytes ?? 0;
}

/** Throws `storage-full` if `bytes` more exceed the caller's quota. Concurrent uploads may exceed it, by two files at most. */
export async function requireStorage(ctx: Context, actor: Actor, bytes = 1): Promise<void> {
  if ((await storedBytes(ctx.db, actor)) + bytes > ctx.settings.memberStorage) throw new Refusal('storage-full');
}

/** Deletes the files of images whose rows are gone. Idempotent. */
export async function removeImages(ctx: Context, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await ctx.storage.removeFolder(`media/${key}`);
    await ctx.storage.removeFolder(`originals/${key}`);
  }
}

/** Runs what attaches a stored original, and deletes its files if that fails. */
export const attaching = <T>(ctx: Context, { key }: StoredOriginal, attach: () => Promise<T>): Promise<T> =>
  attach().catch(async (error: unknown) => {
    await removeImages(ctx, [key]);
    throw error;
  });

/** Records the job that makes the variants of a stored original. */
export async function recordProcessing(tx: Transaction, owner: number, imageId: number): Promise<void> {
  const round = await tx.em().count(Image, { owner, status: 'processing' });
  await recordJob(tx, { name: 'images.process', payload: { imageId, round } });
}

/**
 * Stores an upload as an image of the caller, and records the job that processes it. Returns the id of the image. Throws the
 * refusals of an unsuitable image.
 */
export async function attachImage(
  ctx: Context,
  actor: Actor,
  content: FileContent,
  target: { kind: 'profile' } | { kind: 'server' } | { kind: 'chat'; chatId: number },
): Promise<number> {
  const original = await storeOriginal(ctx, content);
  const attach = async (tx: Transaction) => {
    await requireActiveAccount(ctx, actor, tx);
    const image = tx.em().create(Image, { owner: actor.userId, ...target, ...original });
    await tx.em().persist(image).flush();
    await recordProcessing(tx, actor.userId, image.id);
    return image.id;
  };
  const imageId = await attaching(ctx, original, () => ctx.db.transaction(attach));
  await queueRecordedJobs(ctx);
  return imageId;
}
