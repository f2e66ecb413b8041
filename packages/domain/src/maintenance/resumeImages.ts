import type { Context } from '../context.ts';

/** Queues images that have waited unprocessed for over a minute, should their job have been lost; at most 500 at once. */
export async function resumeImages(ctx: Context): Promise<void> {
  const rows: { id: string }[] = await ctx.db
    .em()
    .execute(
      `select id from images where status = 'processing' and created_at < now() - interval '1 minute' order by created_at limit 500`,
    );
  await ctx.queue.add(
    rows.map((row) => ({ name: 'images.process', payload: { imageId: Number(row.id) }, id: `resume-image-${row.id}` })),
  );
}
