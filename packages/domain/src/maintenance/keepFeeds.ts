import { feedQueries, type Statement, userQueries } from '@kith/db';
import type { Context } from '../context.ts';
import { keptEntries } from '../feed/fillFeeds.ts';

const users = 500;

type OverUsers = Statement<[after: number, upTo: number, entries: number], never>;

async function forAllUsers(ctx: Context, query: OverUsers): Promise<void> {
  const [last] = await ctx.db.run(userQueries.lastId, []);
  for (let from = 0; from < (last?.id ?? 0); from += users) {
    await ctx.db.run(query, [from, from + users, keptEntries]);
  }
}

/** Cuts every feed to the entries it keeps, and drops those of posts and members that are gone. */
export async function trimFeeds(ctx: Context): Promise<void> {
  await forAllUsers(ctx, feedQueries.trim);
  await ctx.db.run(feedQueries.sweepPosts, []);
  await ctx.db.run(feedQueries.sweepUsers, []);
}

/** Fills every feed from follows and posts: after a bulk import, or to repair. Adds what is missing, removes nothing. */
export const rebuildFeeds = (ctx: Context): Promise<void> => forAllUsers(ctx, feedQueries.rebuild);
