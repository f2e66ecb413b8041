import type { Page, PostView } from '@kith/contracts';
import { feedQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { type PageInput, timeCursor } from '../cursor.ts';
import { postPage } from '../posts/readPosts.ts';

/**
 * Posts by the users that the caller follows and the caller's own, newest first. Posts are found by the caller's feed entries, and
 * by their author if they were not fanned out or are the caller's. What is older than the entries is read author by author from the
 * posts table.
 */
export async function homeFeed(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  const { userId } = actor;
  const { at, id } = timeCursor(input.cursor);
  const maxRows = input.limit + 1;
  const rows = await ctx.db.run(feedQueries.home, [userId, at, id, maxRows]);
  if (rows.length === maxRows) return postPage(ctx, rows, input.limit);
  const [state] = await ctx.db.run(feedQueries.state, [userId]);
  if (!state?.feed_since) return postPage(ctx, rows, input.limit);
  const last = rows.at(-1);
  const from = last ? ([last.created_at, last.id] as const) : ([at, id] as const);
  const older = await ctx.db.run(feedQueries.older, [userId, ...from, maxRows - rows.length]);
  return postPage(ctx, [...rows, ...older], input.limit);
}

/** Stores how far the caller has read their feed, for all their devices; an earlier time changes nothing. */
export async function markFeedRead(ctx: Context, actor: Actor, { upTo }: { upTo: string }): Promise<void> {
  await ctx.db.run(feedQueries.markRead, [actor.userId, upTo]);
}
