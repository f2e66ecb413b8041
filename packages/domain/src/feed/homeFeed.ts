import type { Page, PostView } from '@kith/contracts';
import { feedQueries, type PostRow } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { type PageInput, timeCursor } from '../cursor.ts';
import { postPage } from '../posts/readPosts.ts';
import { requestReactivation } from './inactiveFeeds.ts';

const newestFirst = (a: PostRow, b: PostRow): number =>
  a.created_at === b.created_at ? b.id - a.id : a.created_at < b.created_at ? 1 : -1;

/**
 * The users whose last feed page included posts of authors with very many followers, for each database. This only hints at which
 * of two statements is faster: both statements return the same page.
 */
const knownMergers = new WeakMap<Context['db'], Set<number>>();
const maxMerges = 20_000;

function mergeHint({ db }: Context, userId: number, merges?: boolean): boolean {
  const known = knownMergers.get(db) ?? new Set();
  knownMergers.set(db, known);
  if (merges === undefined) return known.has(userId);
  if (!merges) known.delete(userId);
  else if (known.size < maxMerges) known.add(userId);
  return merges;
}

/**
 * Posts by the users that the caller follows, newest first. Most pages are read from the caller's feed entries alone. Posts of
 * authors with very many followers have no entries and are merged in (fan-out on read), but none older than the oldest entry
 * read, so that the page has no gaps; for members known to follow such authors, one statement reads entries and posts. A page
 * beyond the stored entries, and every page of a deactivated feed, is read from the posts table.
 */
export async function homeFeed(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  const { at, id } = timeCursor(input.cursor);
  const page = [actor.userId, at, id, input.limit + 1] as const;
  if (mergeHint(ctx, actor.userId)) {
    const rows = await ctx.db.run(feedQueries.both, page);
    if (rows.length > input.limit) {
      if (!rows[0]?.merging) mergeHint(ctx, actor.userId, false);
      return postPage(ctx, rows, input.limit);
    }
  }
  return postPage(ctx, await readInParts(ctx, page), input.limit);
}

type FeedPage = readonly [userId: number, at: string, id: number, wanted: number];

/**
 * If the caller follows at least `from` members, the next posts of all members are scanned first, but at most `posts` posts.
 */
const followsMany = { from: 500, posts: 2_000 };

/**
 * Reads posts older than the feed's entries by a query per followed user. If the caller follows very many users, this function
 * first scans the next posts of all users, which is enough if they fill the page.
 */
async function older(ctx: Context, page: FeedPage, follows: number): Promise<PostRow[]> {
  if (follows >= followsMany.from) {
    const rows = await ctx.db.run(feedQueries.nearby, [...page, followsMany.posts]);
    if (rows.length === page[3]) return rows;
  }
  return ctx.db.run(feedQueries.older, page);
}

async function readInParts(ctx: Context, [userId, at, id, wanted]: FeedPage): Promise<PostRow[]> {
  const first = await ctx.db.run(feedQueries.home, [userId, at, id, wanted]);
  const last = first.at(-1);
  const isFull = first.length === wanted;
  const user = isFull ? undefined : (await ctx.db.run(feedQueries.feedState, [userId]))[0];
  if (user?.feed_asleep) await requestReactivation(ctx, userId);
  let rows: PostRow[] = first;
  if (mergeHint(ctx, userId, isFull ? last?.merging : (user?.merging ?? false))) {
    const oldest = (isFull ? last?.created_at : user?.feed_since) ?? '-infinity';
    const merged = await ctx.db.run(feedQueries.merged, [userId, at, id, wanted, oldest]);
    const known = new Set(rows.map((row) => row.id));
    rows = [...rows, ...merged.filter((row) => !known.has(row.id))].sort(newestFirst).slice(0, wanted);
  }
  if (rows.length < wanted && user?.feed_since) {
    const end = rows.at(-1);
    const from = end ? { at: end.created_at, id: end.id } : { at, id };
    const rest = [userId, from.at, from.id, wanted - rows.length] as const;
    rows = [...rows, ...(await older(ctx, rest, user.following_count))];
  }
  return rows;
}

/** Stores how far the caller has read their feed, for all their devices; an earlier time changes nothing. */
export async function markFeedRead(ctx: Context, actor: Actor, { upTo }: { upTo: string }): Promise<void> {
  await ctx.db.run(feedQueries.markRead, [actor.userId, upTo]);
}
