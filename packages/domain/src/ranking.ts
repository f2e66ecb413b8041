import type { Page, PostView } from '@kith/contracts';
import { rankingQueries } from '@kith/db';
import { announce } from './afterCommit.ts';
import type { Actor, Context } from './context.ts';
import { type PageInput, popularCursor } from './cursor.ts';
import { pictureAddresses } from './images/pictureAddresses.ts';
import { postView } from './posts/postView.ts';
import { visiblePage } from './visiblePage.ts';

/** How often a ranking is made, in seconds; one run per period, however many schedulers call. */
export const periodSeconds = 60;

/** Does the run of the current period: the scores, then the publication. Idempotent, and may be interrupted and run again. */
export async function startRanking(ctx: Context): Promise<void> {
  const period = periodSeconds * 1_000;
  const runAt = new Date(Math.floor(ctx.clock.now().getTime() / period) * period).toISOString();
  await scorePosts(ctx, { runAt });
  await publishRanking(ctx, { runAt });
}

/** Likes, and comments, looked at by one statement, and posts scored by one. */
const rows = 10_000;
const together = 2_000;

/** Posts scored anew in one run, when all are: it takes some runs, and none takes long. */
const anew = 10_000;

/** Scores that matter: the rest of a ranking's, for when higher ones go. With the next recount others take their place. */
const scoresKept = 2_000;

async function score(ctx: Context, posts: readonly number[], runAt: string): Promise<void> {
  const ordered = posts.toSorted((a, b) => a - b);
  for (let at = 0; at < ordered.length; at += together)
    await ctx.db.run(rankingQueries.score, [ordered.slice(at, at + together), runAt, scoresKept]);
}

/**
 * Scores the posts that were liked or commented on since the last run, or lost a like or comment: distinct people, never the
 * author, newcomers at a quarter. May be interrupted and run again.
 */
export async function scorePosts(ctx: Context, { runAt }: { runAt: string }): Promise<void> {
  await ctx.db.run(rankingQueries.begin, []);
  let [likesSeen, commentsSeen] = [0, 0];
  for (;;) {
    const [found] = await ctx.db.run(rankingQueries.changed, [likesSeen, commentsSeen, rows]);
    if (!found || found.rows === 0) break;
    await score(ctx, found.posts, runAt);
    await ctx.db.run(rankingQueries.seen, [found.likes_to, found.comments_to, found.changes]);
    if (found.rows < rows) break;
    likesSeen = found.likes_seen;
    commentsSeen = found.comments_seen;
  }
  for (let scored = 0; scored < anew; scored += together) {
    const [older] = await ctx.db.run(rankingQueries.older, [runAt, together]);
    if (!older) break;
    await score(ctx, older.posts, runAt);
    await ctx.db.run(rankingQueries.reached, [older.reached]);
  }
  await ctx.db.run(rankingQueries.forget, [runAt, rows]);
}

/** Posts one ranking holds. */
const most = 500;

/** Snapshots kept, so that somebody half-way down an older one can go on. */
const kept = 10;

/** Publishes a run's scores as one snapshot that readers see whole or not at all. Running it again changes nothing. */
export async function publishRanking(ctx: Context, input: { runAt: string }): Promise<void> {
  const [published] = await ctx.db.run(rankingQueries.publish, [input.runAt, most, kept]);
  if (!published) return;
  announce(ctx, { name: 'popular.published', to: null, payload: { snapshotId: published.id } });
}

/** Popular posts by rank, from one snapshot even when a new one comes while paging. */
export async function listPopular(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  const address = await pictureAddresses(ctx);
  return visiblePage(ctx, input, {
    key: popularCursor,
    read: ({ snapshot, rank }, rows) => ctx.db.run(rankingQueries.popular, [actor.userId, rank, rows, snapshot]),
    view: (row) => postView(ctx.settings, address, row),
    keyOf: (row) => [row.snapshot_id, row.rank],
  });
}
