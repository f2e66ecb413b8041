import type { Context } from '../context.ts';

/** Removes the originals and variants of images whose rows are gone; again is harmless. */
export async function removeImages(ctx: Context, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await ctx.storage.removeFolder(`media/${key}`);
    await ctx.storage.removeFolder(`originals/${key}`);
  }
}
