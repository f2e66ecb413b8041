import { rm } from 'node:fs/promises';
import { Case, Image, LockMode, Post, type Transaction } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { serverState } from '../serverState.ts';
import { fetchFile } from './imageFiles.ts';
import { newImageKey } from './pictureAddresses.ts';

/** Records new jobs for images that have waited for over a minute, in case their jobs were lost; at most 500 at once. */
export async function resumeImages(ctx: Context): Promise<void> {
  const waiting = { status: 'processing' as const, createdAt: { $lt: new Date(ctx.clock.now().getTime() - 60_000) } };
  // Those with a failure are videos that are being transcoded, for hours perhaps, so they come last.
  const oldest = { orderBy: { failure: 'asc nulls first', createdAt: 'asc' }, limit: 500 } as const;
  const rounds = new Map<number, number>();
  for (const { id: imageId, owner, failure } of await ctx.db.em().find(Image, waiting, oldest)) {
    const round = (rounds.get(owner.id) ?? 0) + 1;
    rounds.set(owner.id, round);
    if (failure) await recordJob(ctx.db, { name: 'images.transcode', payload: { imageId } });
    else await recordJob(ctx.db, { name: 'images.process', payload: { imageId, round } });
  }
  await queueRecordedJobs(ctx);
}

/**
 * Records jobs that give the processed pictures of a post new keys, because some who could see the post no longer can. Locks the
 * pictures, so that no new key becomes visible before the caller's changes commit.
 */
export async function renamePicturesOf(tx: Transaction, postId: number): Promise<void> {
  const inOrder = { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  for (const { id, key } of await tx.em().find(Image, { postId, status: 'ready' }, inOrder))
    await recordJob(tx, { name: 'images.rename', payload: { imageId: id, from: key, to: newImageKey() } });
}

/** Puts the new key of a picture in place of the old one in the cases about its post, so that moderators still see what was reported. */
async function renameInCases(
  tx: Transaction,
  post: { subjectId: number; author: number },
  from: string,
  to: string,
): Promise<void> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  for (const each of await tx.em().find(Case, { ...post, kind: 'post' }, { lockMode }))
    each.snapshot = JSON.parse(JSON.stringify(each.snapshot).replaceAll(from, to));
}

/**
 * Gives a picture a new key, so that all its earlier URLs stop working, signed ones included. The files are copied before the
 * new key is published. Can be interrupted and run again.
 */
export async function renameImage(
  ctx: Context,
  { imageId, from, to }: { imageId: number; from: string; to: string },
): Promise<void> {
  const ready = { id: imageId, status: 'ready' as const };
  const image = await ctx.db.em().findOne(Image, ready);
  if (image?.key === from) {
    for (const width of image.widths) {
      const variant = await ctx.storage.read(`media/${from}/${width}.webp`);
      if (variant) await ctx.storage.put(`media/${to}/${width}.webp`, variant, 'image/webp');
    }
    if (image.container) await copyVideo(ctx, from, to, `video.${image.container}`, `video/${image.container}`);
    const { postId } = image;
    const authorId = (await ctx.db.em().findOne(Post, Number(postId), { fields: ['author'] }))?.author.id;
    const renamed = await ctx.db.transaction(async (tx) => {
      const updated = await tx.em().nativeUpdate(Image, { id: imageId, key: from, postId: { $ne: null } }, { key: to });
      if (updated > 0 && postId && authorId) await renameInCases(tx, { subjectId: postId, author: authorId }, from, to);
      return updated;
    });
    if (renamed > 0 && postId && authorId) {
      const payload = { postId, authorId, before: null };
      void announce(ctx, { name: 'post.changed', to: null, payload });
    } else if ((await ctx.db.em().findOne(Image, ready))?.key !== to) {
      // The image was deleted, or a concurrent job gave it a different key, so the copies are deleted. If this job has run
      // before, the image already has the key `to`, and its files stay.
      await ctx.storage.removeFolder(`media/${to}`);
    }
  }
  await ctx.storage.removeFolder(`media/${from}`);
}

async function copyVideo(ctx: Context, from: string, to: string, name: string, type: string): Promise<void> {
  const temporary = await ctx.storage.temporaryPath();
  try {
    if (await fetchFile(ctx, `media/${from}/${name}`, temporary))
      await ctx.storage.put(`media/${to}/${name}`, { file: temporary }, type);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The image states that need the files in each folder: an original is kept only until its variants exist. */
const neededIn: Record<'originals' | 'media', ('processing' | 'ready')[]> = {
  originals: ['processing'],
  media: ['processing', 'ready'],
};

const keyCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const batch = 500;
const hour = 3_600_000;

/**
 * The interval between sweeps, in seconds. Each sweep checks one slice of the files, so that all files are checked in some ten
 * hours.
 */
export const sweepSeconds = 600;

/**
 * Deletes files that have no row. Each run checks only the keys with one first letter, chosen by the time, so that it stays
 * short. Files younger than an hour are kept, because their row may be about to be inserted, and all those of a restored copy, because
 * rows of the real server may need them.
 */
export async function sweepImages(ctx: Context, character = characterAt(ctx.clock.now())): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - hour);
  await ctx.storage.removeTemporaryFiles(before);
  if ((await serverState(ctx)).restoredAt !== null) return;
  for (const folder of ['originals', 'media'] as const) {
    const old = new Set<string>();
    for await (const { key, changedAt } of ctx.storage.list(`${folder}/${character}`)) {
      if (changedAt < before) old.add(key.split('/')[1] as string);
      if (old.size === batch) await removeUnneeded(ctx, folder, old);
    }
    await removeUnneeded(ctx, folder, old);
  }
}

const characterAt = (now: Date): string =>
  keyCharacters.charAt(Math.floor(now.getTime() / (sweepSeconds * 1_000)) % keyCharacters.length);

async function removeUnneeded(ctx: Context, folder: 'originals' | 'media', keys: Set<string>): Promise<void> {
  const rows = await ctx.db
    .em()
    .find(Image, { key: { $in: [...keys] }, status: { $in: neededIn[folder] } }, { fields: ['key'] });
  for (const { key } of rows) keys.delete(key);
  for (const key of keys) await ctx.storage.removeFolder(`${folder}/${key}`);
  if (keys.size > 0) ctx.log.info({ folder, files: keys.size }, 'stored files that no image needs were removed');
  keys.clear();
}
