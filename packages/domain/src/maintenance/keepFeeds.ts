import { feedQueries, type Statement } from '@kith/db';
import type { Context } from '../context.ts';
import { keptEntries } from '../feed/fillFeeds.ts';

const members = 500;

type OverMembers = Statement<[after: number, upTo: number, entries: number], never>;

async function forAllMembers(ctx: Context, query: OverMembers): Promise<void> {
  const { rows } = await ctx.db.pool.query<{ last: number | null }>('select max(id) as last from users');
  for (let from = 0; from < (rows[0]?.last ?? 0); from += members) {
    await ctx.db.run(query, [from, from + members, keptEntries]);
  }
}

/** Cuts every feed to the entries it keeps, and drops those of posts and members that are gone. */
export async function trimFeeds(ctx: Context): Promise<void> {
  await forAllMembers(ctx, feedQueries.trim);
  await ctx.db.pool.query('delete from feed_entries e where not exists (select from posts p where p.id = e.post_id)');
  // A fan-out that was running while a member's account was erased may have come after it.
  await ctx.db.pool.query(
    'delete from feed_entries e using users u where u.id = e.user_id and u.deleted_at is not null',
  );
}

/** Fills every feed from follows and posts: after a bulk import, or to repair. Adds what is missing, removes nothing. */
export const rebuildFeeds = (ctx: Context): Promise<void> => forAllMembers(ctx, feedQueries.rebuild);
