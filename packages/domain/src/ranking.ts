import type { Page, PostView } from '@kith/contracts';
import { popularQueries, postQueries } from '@kith/db';
import { announce } from './afterCommit.ts';
import type { Actor, Context } from './context.ts';
import { type PageInput, popularCursor, toPage } from './cursor.ts';
import { pictureAddresses } from './images/pictureAddresses.ts';
import { postView } from './posts/postView.ts';

/** Slices one run is scored in, side by side on as many workers as there are. */
export const slices = 4;

/** How often a ranking is made, in seconds; one run per period, however many schedulers call. */
export const periodSeconds = 60;

/** Starts the run of the current period: its slices, then the publication. Starting it again is harmless. */
export async function startRanking(ctx: Context): Promise<void> {
  const period = periodSeconds * 1_000;
  const runAt = new Date(Math.floor(ctx.clock.now().getTime() / period) * period).toISOString();
  const run = runAt.replace(/\D/g, '');
  await ctx.queue.addFlow(
    { name: 'popular.publish', payload: { runAt }, id: `popular-publish-${run}` },
    Array.from({ length: slices }, (_, slice) => ({
      name: 'popular.score' as const,
      payload: { runAt, slice, of: slices },
      id: `popular-score-${run}-${slice}`,
    })),
  );
}

/** Days a post can be popular for. */
const windowDays = 14;

/** Posts per slice that are scored exactly, chosen by their stored counts with the same decay. */
const candidates = 1_000;

/**
 * Scores one slice of the recent posts: people who liked or commented, each once and never the author, newcomers of the
 * last day at a quarter, over the post's age. Running it again writes the same rows.
 */
export async function scorePosts(ctx: Context, input: { runAt: string; slice: number; of: number }): Promise<void> {
  await ctx.db.run(popularQueries.score, [input.runAt, input.slice, input.of, windowDays, candidates]);
}

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

/** Popular posts by rank, from one snapshot even when a new one comes while paging. */
export async function listPopular(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  const { snapshot, rank } = popularCursor(input.cursor);
  const rows = await ctx.db.run(postQueries.popular, [actor.userId, rank, input.limit + 1, snapshot]);
  const address = await pictureAddresses(ctx);
  return toPage(
    rows,
    input.limit,
    (row) => postView(ctx.settings, address, row),
    (row) => [row.snapshot_id, row.rank],
  );
}
