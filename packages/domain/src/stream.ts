import type { LiveItem, MessageView } from '@kith/contracts';
import { liveQueries, messageQueries } from '@kith/db';
import { commentView } from './comments.ts';
import type { Actor, Context } from './context.ts';
import type { LiveEvent } from './live.ts';
import { messageView } from './messages/readMessages.ts';

/** What an event tells, and which users may be told. */
export interface LiveNews {
  item: LiveItem;
  readers: ReadonlySet<number>;
}

const idsOf = (rows: { id: number }[]): Set<number> => new Set(rows.map(({ id }) => id));

/** Which of the users see a post. */
export const postReaders = async (ctx: Context, users: number[], postId: number): Promise<Set<number>> =>
  idsOf(await ctx.db.run(liveQueries.postReaders, [users, postId]));

/**
 * Turns an event into what it tells and whom of `users`, in one statement at most; null when it is for nobody, or what it
 * is about is gone. Of likes `readers` says who sees the post.
 */
export async function readLiveNews(
  ctx: Context,
  event: LiveEvent,
  users: number[],
  readers: (postId: number) => Promise<ReadonlySet<number>>,
): Promise<LiveNews | null> {
  switch (event.name) {
    case 'message.sent': {
      const { messageId, senderId, receiverId } = event.payload;
      const [row] = await ctx.db.run(messageQueries.byId, [messageId]);
      return row
        ? { item: { name: event.name, message: messageView(row) }, readers: new Set([senderId, receiverId]) }
        : null;
    }
    case 'message.typing': {
      const { senderId, receiverId } = event.payload;
      return { item: { name: event.name, senderId }, readers: new Set([receiverId]) };
    }
    case 'comment.created': {
      const { commentId, commentsCount } = event.payload;
      const [row] = await ctx.db.run(liveQueries.commentReaders, [users, commentId]);
      if (!row) return null;
      const item: LiveItem = { name: event.name, comment: commentView(ctx.settings, row), commentsCount };
      return { item, readers: new Set(row.readers) };
    }
    case 'comment.deleted': {
      const { commentId, postId, commentsCount } = event.payload;
      return { item: { name: event.name, commentId, postId, commentsCount }, readers: await readers(postId) };
    }
    case 'post.liked': {
      const { postId, userId, liked, likesCount } = event.payload;
      return { item: { name: event.name, postId, userId, liked, likesCount }, readers: await readers(postId) };
    }
    case 'notification.created':
      return { item: { name: event.name }, readers: new Set([event.payload.recipientId]) };
    case 'message.read':
    case 'follow.changed':
    case 'follow.asked':
      return { item: { name: event.name, ...event.payload } as LiveItem, readers: new Set(event.to ?? []) };
    case 'settings.changed':
      return { item: { name: event.name }, readers: new Set(event.to ?? []) };
    case 'popular.published':
      return { item: { name: event.name }, readers: new Set(users) };
    default:
      return null;
  }
}

export type PostEvent = Extract<LiveEvent, { name: 'post.created' | 'post.changed' | 'post.deleted' }>;

/**
 * Who is told of a post itself. Of a new one its author, and who finds it in their feed; that it was changed or deleted the
 * author's followers too, and whoever has it on the screen, `watching`: who lost the sight of it asks for it, finds nothing,
 * and takes it away.
 */
export async function readPostNews(
  ctx: Context,
  event: PostEvent,
  users: number[],
  watching: Iterable<number>,
): Promise<LiveNews> {
  const { postId, authorId } = event.payload;
  if (event.name === 'post.created') {
    const readers = idsOf(await ctx.db.run(liveQueries.feedReaders, [users, postId]));
    return { item: { name: event.name, postId, authorId }, readers: readers.add(authorId) };
  }
  const readers = idsOf(await ctx.db.run(liveQueries.followers, [users, authorId]));
  for (const userId of [authorId, ...watching]) readers.add(userId);
  return { item: { name: event.name, postId }, readers };
}

const atOnce = 500;

// A message may commit after one with a higher id; going back this far repeats some, which readers know by id.
const overlap = 64;

/** Where a stream that starts now is: the newest message's id. */
export async function streamPosition(ctx: Context): Promise<number> {
  const [row] = await ctx.db.run(messageQueries.newestId, []);
  return row?.id ?? 0;
}

/** The user's messages, sent and received, since a position; oldest first, some of them perhaps seen before. */
export async function* missedMessages(ctx: Context, actor: Actor, position: number): AsyncGenerator<MessageView> {
  for (let from = position, more = true; more; ) {
    const rows = await ctx.db.run(messageQueries.receivedAfter, [actor.userId, Math.max(0, from - overlap), atOnce]);
    for (const row of rows) {
      yield messageView(row);
      from = row.id;
    }
    more = rows.length === atOnce;
  }
}
