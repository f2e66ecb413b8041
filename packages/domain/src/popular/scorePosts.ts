import { popularQueries } from '@kith/db';
import type { Context } from '../context.ts';

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
