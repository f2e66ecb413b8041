import { popularQueries } from '@kith/db';
import { announce } from '../announce.ts';
import type { Context } from '../context.ts';

/** Posts one ranking holds. */
const most = 500;

/** Snapshots kept, so that somebody half-way down an older one can go on. */
const kept = 10;

/** Publishes a run's scores as one snapshot that readers see whole or not at all. Running it again changes nothing. */
export async function publishRanking(ctx: Context, input: { runAt: string }): Promise<void> {
  const [published] = await ctx.db.run(popularQueries.publish, [input.runAt, most, kept]);
  if (!published) return;
  announce(ctx, { name: 'popular.published', to: null, payload: { snapshotId: published.id } });
}
