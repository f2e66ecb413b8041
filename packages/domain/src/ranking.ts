import type { Page, PostView } from '@kith/contracts';
import { PopularChange, PopularPost, PopularProgress, rankingQueries } from '@kith/db';
import { announce } from './afterCommit.ts';
import type { Actor, Context } from './context.ts';
import { type PageInput, popularCursor } from './cursor.ts';
import { pictureAddresses } from './images/pictureAddresses.ts';
import { postView } from './posts/postView.ts';
import { visiblePage } from './visiblePage.ts';

/** The interval between rankings, in seconds. There is one run per interval, however many schedulers call. */
export const periodSeconds = 60;

/** Runs the ranking of the current period: scores posts, then publishes. Idempotent, can be interrupted and run again. */
export async function startRanking(ctx: Context): Promise<void> {
  const period = periodSeconds * 1_000;
  const runAt = new Date(Math.floor(ctx.clock.now().getTime() / period) * period).toISOString();
  await scorePosts(ctx, { runAt });
  await publishRanking(ctx, { runAt });
}

/** The maximum number of likes, and of comments, that one statement reads. */
const rowsPerStatement = 10_000;
/** The maximum number of posts that one statement scores. */
const batch = 2_000;

/** The maximum number of posts scored in one run: a full rescoring takes several runs, each of them short. */
const maxRescored = 10_000;

/** The age of a post from which on it is in no ranking, in milliseconds. */
const maxAgeMs = 14 * 86_400_000;

/** The number of scores kept: more than a ranking contains, to replace removed posts until the next recount. */
const maxScores = 2_000;

async function score(ctx: Context, posts: readonly number[], runAt: string): Promise<void> {
  const ordered = posts.toSorted((a, b) => a - b);
  for (let at = 0; at < ordered.length; at += batch)
    await ctx.db.run(rankingQueries.score, [ordered.slice(at, at + batch), runAt, maxScores]);
}

/**
 * Scores posts that gained or lost a like or comment since the last run. A score counts distinct people except the author, and
 * newcomers as a quarter. Can be interrupted and run again.
 */
export async function scorePosts(ctx: Context, { runAt }: { runAt: string }): Promise<void> {
  await ctx.db.run(rankingQueries.begin, []);
  let [likesSeen, commentsSeen] = [0, 0];
  for (;;) {
    const [found] = await ctx.db.run(rankingQueries.changed, [likesSeen, commentsSeen, rowsPerStatement]);
    if (!found || found.rows === 0) break;
    await score(ctx, found.posts, runAt);
    const em = ctx.db.em();
    await em.nativeUpdate(PopularProgress, { likesTo: { $lt: found.likes_to } }, { likesTo: found.likes_to });
    await em.nativeUpdate(
      PopularProgress,
      { commentsTo: { $lt: found.comments_to } },
      { commentsTo: found.comments_to },
    );
    await em.nativeDelete(PopularChange, { id: { $in: found.changes } });
    if (found.rows < rowsPerStatement) break;
    likesSeen = found.likes_seen;
    commentsSeen = found.comments_seen;
  }
  for (let scored = 0; scored < maxRescored; scored += batch) {
    const [older] = await ctx.db.run(rankingQueries.older, [runAt, batch]);
    if (!older) break;
    await score(ctx, older.posts, runAt);
    const scoredFrom = older.oldest === null ? null : new Date(older.oldest);
    await ctx.db.em().nativeUpdate(PopularProgress, { rebuildBefore: { $ne: null } }, { rebuildBefore: scoredFrom });
  }
  // There are few: only posts that can reach the ranking have a score.
  const old = { createdAt: { $lte: new Date(Date.parse(runAt) - maxAgeMs) } };
  await ctx.db.em().nativeDelete(PopularPost, old);
}

/** The maximum number of posts in a ranking. */
const maxEntries = 500;

/** The number of snapshots kept, so that readers can continue paging in an older one. */
const maxRankings = 10;

/** Publishes a run's scores as one snapshot, which becomes visible atomically. Idempotent. */
export async function publishRanking(ctx: Context, input: { runAt: string }): Promise<void> {
  const [published] = await ctx.db.run(rankingQueries.publish, [input.runAt, maxEntries, maxRankings]);
  if (!published) return;
  void announce(ctx, { name: 'popular.published', to: null, payload: { snapshotId: published.id } });
}

/** Popular posts by rank. All pages come from one snapshot, even if a new one is published meanwhile. */
export async function listPopular(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  const address = await pictureAddresses(ctx);
  return visiblePage(input, {
    key: popularCursor,
    read: ({ snapshot, rank }, rows) => ctx.db.run(rankingQueries.popular, [actor.userId, rank, rows, snapshot]),
    view: (row) => postView(ctx.settings, address, row),
    keyOf: (row) => [row.snapshot_id, row.rank],
  });
}
