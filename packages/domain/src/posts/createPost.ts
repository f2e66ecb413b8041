import {
  type Audience,
  type CommentAudience,
  type EventInput,
  maxPictures,
  mentionedNames,
  type PollInput,
  type PostView,
} from '@kith/contracts';
import { type Handle, Image, now, Post, postQueries, type Transaction } from '@kith/db';
import { afterCommit, announce } from '../afterCommit.ts';
import { refuseMissing, requireSelf } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { endTime } from '../endTime.ts';
import { Refusal } from '../errors.ts';
import { checkEventTimes, createEvent } from '../events/writeEvent.ts';
import { fanOutPost, maxInlineFanOut } from '../feed/fillFeeds.ts';
import { linkToShow, setLink, writeWithLink } from '../linkPreviews/writeLinks.ts';
import { scheduleDelivery } from '../notifications.ts';
import { queueRecordedJobs } from '../pendingJobs.ts';
import { checkClosing, createPoll } from '../polls/writePoll.ts';
import { postWords } from '../search/words.ts';
import { traceContextForJob } from '../traceContext.ts';
import { placeholderUserId } from './erasePosts.ts';
import { readPost } from './readPosts.ts';

export interface CreatePostInput {
  userId: number;
  caption: string;
  location?: string | null | undefined;
  clientId?: string | undefined;
  audience?: Audience | undefined;
  /**
   * Whether the audience is frozen, so that members who join it later do not see the post; no effect if the post is for everybody
   * or private.
   */
  audienceFrozen?: boolean | undefined;
  comments?: CommentAudience | undefined;
  /** When the post expires, from an hour to a year ahead; by default never. */
  expiresAt?: string | null | undefined;
  /** After how many seconds the post expires, in place of `expiresAt`. */
  expiresInSeconds?: number | undefined;
  /**
   * The number of pictures that the author is about to upload: other members see the post once all are processed, or after a
   * minute.
   */
  pictures?: number | undefined;
  /** False for a post whose link gets no preview. */
  preview?: boolean | undefined;
  event?: EventInput | undefined;
  poll?: PollInput | undefined;
  /** Whether the members whom the caption mentions may add pictures. */
  album?: boolean | undefined;
}

const hour = 3_600_000;
const longestExpiry = 366 * 24 * hour;

/** Tolerance in milliseconds: a member may keep the form open for a while after choosing the time. */
const clockTolerance = 60_000;

/** Throws `invalid-expiry` unless the time is between an hour and a year ahead. */
function checkExpiry(ctx: Context, expiresAt: string): void {
  const ahead = Date.parse(expiresAt) - ctx.clock.now().getTime();
  if (ahead < hour - clockTolerance || ahead > longestExpiry + clockTolerance) throw new Refusal('invalid-expiry');
}

/**
 * Runs a statement that publishes a post of the author. In the same transaction, notifies the mentioned members with these user
 * names, gives the post the preview of the link `url`, and writes whatever `add` does. Returns the statement's row, and whether
 * notifications are to be delivered.
 */
async function publish<Row extends { id: number }>(
  ctx: Context,
  authorId: number,
  {
    names,
    url = null,
    add,
  }: { names: string[]; url?: string | null; add?: ((tx: Transaction, id: number) => Promise<void>) | undefined },
  run: (db: Handle) => Promise<Row[]>,
): Promise<[row: Row | undefined, notified: boolean]> {
  if (names.length === 0) return [await writeWithLink(ctx, { userId: authorId }, 'post', { url, add }, run), false];
  return ctx.db.transaction(async (tx) => {
    const [row] = await run(tx);
    if (row && url !== null) await setLink(tx, { userId: authorId }, 'post', row.id, url);
    if (row) await add?.(tx, row.id);
    const notified = row ? await tx.run(postQueries.mention, [authorId, row.id, names]) : [];
    return [row, notified.length > 0];
  });
}

/** What a new post is besides its text. Throws `one-kind` for two kinds at once, and `too-many-pictures` for any but an album. */
function kindOf({ event, poll, album, pictures = 0 }: CreatePostInput) {
  if ([event, poll, album].filter(Boolean).length > 1) throw new Refusal('one-kind');
  if (!album && pictures > maxPictures) throw new Refusal('too-many-pictures');
  if (event) return 'event';
  if (poll) return 'poll';
  return album ? 'album' : null;
}

/**
 * Gives a new post its event or poll. The times are checked here, where the post is new, because a call may be repeated after they
 * have passed. Throws `invalid-expiry`, `invalid-event`, `invalid-closing`.
 */
async function addDetails(ctx: Context, tx: Transaction, postId: number, input: CreatePostInput): Promise<void> {
  const { event, poll, expiresAt, expiresInSeconds } = input;
  if (expiresAt && expiresInSeconds === undefined) checkExpiry(ctx, expiresAt);
  if (event) {
    checkEventTimes(ctx, event);
    await createEvent(ctx, tx, postId, event);
  }
  if (poll) {
    checkClosing(ctx, poll);
    await createPoll(tx, { post: postId }, poll);
  }
}

/**
 * Publishes a post as the caller. A repeated call with the same client id returns the first post. Throws `forbidden`,
 * `unauthenticated`, and what `kindOf` and `addDetails` throw.
 */
export async function createPost(ctx: Context, actor: Actor, input: CreatePostInput): Promise<PostView> {
  requireSelf(actor, input.userId);
  const audience = input.audience ?? 'public';
  const expiresAt = await endTime(ctx, input.expiresInSeconds, input.expiresAt ?? null);
  const kind = kindOf(input);
  const isDetailed = Boolean(input.event || input.poll || input.expiresAt);
  const add = isDetailed ? (tx: Transaction, postId: number) => addDetails(ctx, tx, postId, input) : undefined;
  const { clientId, caption } = input;
  // A post that waits for its pictures notifies nobody yet: `showPost` does so later.
  const mentioned = input.pictures ? [] : mentionedNames(caption);
  const url = await linkToShow(ctx, actor, caption, input.preview);
  const [created, notified] = await publish(ctx, actor.userId, { names: mentioned, url, add }, (db) =>
    db.run(postQueries.create, [
      actor.userId,
      caption,
      input.location || null,
      clientId ?? null,
      maxInlineFanOut,
      traceContextForJob(),
      audience,
      input.comments ?? 'everyone',
      expiresAt,
      postWords(input),
      input.pictures ?? 0,
      input.audienceFrozen ?? false,
      ctx.settings.maxFanOut,
      kind,
    ]),
  );
  if (created) {
    if (created.followers_count > maxInlineFanOut || url !== null) await queueRecordedJobs(ctx);
    if (created.followers_count <= maxInlineFanOut && created.job_id !== null) {
      const fanOut = { postId: created.id, jobId: created.job_id };
      await afterCommit(ctx, 'feed.fanOut', () => fanOutPost(ctx, fanOut));
    }
    if (!input.pictures)
      void announce(ctx, { name: 'post.created', to: null, payload: { postId: created.id, authorId: actor.userId } });
    if (notified) await scheduleDelivery(ctx);
  }
  // What an earlier or concurrent call with the client id has written: the insert waited for that call, but could not see its row.
  const author = { id: actor.userId, disabledAt: null, deletedAt: null };
  const row = created ?? (clientId && (await ctx.db.em().findOne(Post, { author, clientId }, { fields: ['id'] })));
  if (!row) return refuseMissing(ctx, actor);
  return readPost(ctx, actor, { postId: row.id });
}

/**
 * Publishes a post that waited for its pictures, if all are ready or its waiting time is over, with its mentions, fan-out and
 * live event. Idempotent.
 */
export async function showPost(ctx: Context, { postId }: { postId: number }): Promise<void> {
  const em = ctx.db.em();
  const awaited = { $lte: await em.count(Image, { postId, status: { $ne: 'processing' } }) };
  const complete = [{ shownFrom: { $lte: now() } }, { shownFrom: { $ne: null }, awaited }];
  const post = await em.findOne(Post, { id: postId, author: { $ne: placeholderUserId }, $or: complete });
  if (!post) return;
  const authorId = post.author.id;
  const [shown, notified] = await publish(ctx, authorId, { names: mentionedNames(post.caption) }, (db) =>
    db.run(postQueries.show, [authorId, postId, traceContextForJob()]),
  );
  if (!shown) return;
  await queueRecordedJobs(ctx);
  void announce(ctx, { name: 'post.created', to: null, payload: { postId, authorId } });
  if (notified) await scheduleDelivery(ctx);
}
