import type { Context } from '../context.ts';

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
