import { Image, imageQueries } from '@kith/db';
import type { Context } from '../context.ts';

/** Whether an image, by its key, belongs to a user who is deleted or shut out. */
export async function isImageHidden(ctx: Context, key: string): Promise<boolean> {
  return (await ctx.db.run(imageQueries.hidden, [key])).length > 0;
}

/** Queues images that have waited unprocessed for over a minute, should their job have been lost; at most 500 at once. */
export async function resumeImages(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - 60_000);
  const waiting = await ctx.db
    .em()
    .find(
      Image,
      { status: 'processing', createdAt: { $lt: before } },
      { fields: ['id'], orderBy: { createdAt: 'asc' }, limit: 500 },
    );
  await ctx.queue.add(
    waiting.map(({ id }) => ({ name: 'images.process', payload: { imageId: id }, id: `resume-image-${id}` })),
  );
}

/** Removes the originals and variants of images whose rows are gone; again is harmless. */
export async function removeImages(ctx: Context, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await ctx.storage.removeFolder(`media/${key}`);
    await ctx.storage.removeFolder(`originals/${key}`);
  }
}

/** The states of the images that need what lies in each folder: an original is kept only until its variants are made. */
const neededIn: Record<'originals' | 'media', ('processing' | 'ready')[]> = {
  originals: ['processing'],
  media: ['processing', 'ready'],
};

const names = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const batch = 500;
const hour = 3_600_000;

/** How often a slice of the files is swept, in seconds: all of them in some ten hours. */
export const sweepSeconds = 600;

/**
 * Removes files that no row needs, of the keys that start with one letter, which goes by the clock so that no run grows
 * with the whole store. What is younger than an hour stays: it may be on its way to its row.
 */
export async function sweepImages(ctx: Context, letter = letterAt(ctx.clock.now())): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - hour);
  await ctx.storage.removeDrafts(before);
  for (const folder of ['originals', 'media'] as const) {
    const old = new Set<string>();
    for await (const { key, changedAt } of ctx.storage.list(`${folder}/${letter}`)) {
      if (changedAt < before) old.add(key.split('/')[1] as string);
      if (old.size === batch) await removeUnneeded(ctx, folder, old);
    }
    await removeUnneeded(ctx, folder, old);
  }
}

const letterAt = (now: Date): string => names.charAt(Math.floor(now.getTime() / (sweepSeconds * 1_000)) % names.length);

async function removeUnneeded(ctx: Context, folder: 'originals' | 'media', keys: Set<string>): Promise<void> {
  const rows = await ctx.db.run(imageQueries.needed, [[...keys], neededIn[folder]]);
  for (const { key } of rows) keys.delete(key);
  for (const key of keys) await ctx.storage.removeFolder(`${folder}/${key}`);
  if (keys.size > 0) ctx.log.info({ folder, files: keys.size }, 'stored files that no image needs were removed');
  keys.clear();
}
