import { Image } from '@kith/db';
import type { Context } from '../context.ts';

export type ImageStatus = 'processing' | 'ready' | 'failed';

/** Waits for a member's upload to be processed, at most `ms`; answers with its status then. */
export async function awaitImage(ctx: Context, imageId: number, ms: number): Promise<ImageStatus> {
  // A row that is gone was given up.
  const status = async (): Promise<ImageStatus> =>
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
