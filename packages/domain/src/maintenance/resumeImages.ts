import { Image } from '@kith/db';
import type { Context } from '../context.ts';

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
