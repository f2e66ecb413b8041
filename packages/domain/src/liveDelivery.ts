import type { Audience, LiveItem, MessageView } from '@kith/contracts';
import { chatQueries, liveQueries, type MessageRow, messageChangeQueries, messageQueries, Post } from '@kith/db';
import { commentView } from './comments.ts';
import type { Actor, Context } from './context.ts';
import { pictureAddresses } from './images/pictureAddresses.ts';
import type { LiveEvent, LivePayloads } from './live.ts';
import { messageView } from './messages/readMessages.ts';
import { pollForEach } from './polls/pollView.ts';

/** The item that browsers get for an event, and the ids of the users whose streams get it. */
export interface LiveDelivery {
  item: LiveItem;
  readers: ReadonlySet<number>;
  /** The variant of `item` for one recipient. Undefined if `item` is the same for all. */
  itemFor?: (reader: number) => LiveItem;
}

const idsOf = (rows: { id: number }[]): Set<number> => new Set(rows.map(({ id }) => id));

/** The users among `users` who can see a post. */
export const postReaders = async (ctx: Context, users: number[], postId: number): Promise<Set<number>> =>
  idsOf(await ctx.db.run(liveQueries.postReaders, [users, postId]));

/**
 * The counts of a post as they are now; null if it is gone. Events of several servers may arrive in another order than the changes
 * were made in, so the counts that they have may be out of date.
 */
const countsOf = (ctx: Context, postId: number) =>
  ctx.db.em().findOne(Post, postId, { fields: ['likesCount', 'commentsCount'] });

async function readReactions(ctx: Context, messageId: number) {
  const rows = await ctx.db.run(messageChangeQueries.reactors, [messageId]);
  return rows.map(({ emoji, user_ids: userIds }) => ({ emoji, userIds }));
}

const hideQuote = (quote: MessageRow['reply_to']): MessageRow['reply_to'] =>
  quote && { ...quote, content: '', folded: true, picture: false, media: null, post: false, poll: false };

/** For each of these readers, the members among `others` with whom there is a block, in either direction. */
async function blockedFor(
  ctx: Context,
  readers: Iterable<number>,
  others: number[],
): Promise<Map<number, Set<number>>> {
  const found = new Map<number, Set<number>>();
  if (others.length === 0) return found;
  for (const { one, other } of await ctx.db.run(liveQueries.blocksAmong, [[...readers], others]))
    found.set(one, (found.get(one) ?? new Set()).add(other));
  return found;
}

/** The reactions to a message. A member of a group with whom a reader has a block is counted, but not named. */
async function reactionDelivery(
  ctx: Context,
  { chatId, messageId, senderId, receiverId }: LivePayloads['chat.reacted'],
  readers: Set<number>,
): Promise<LiveDelivery> {
  const reactions = await readReactions(ctx, messageId);
  const others = receiverId === null ? new Set(reactions.flatMap(({ userIds }) => userIds)) : [];
  const blocked = await blockedFor(ctx, readers, [...others]);
  const itemFor = (reader: number): LiveItem => {
    const hidden = blocked.get(reader);
    const named = ({ emoji, userIds }: (typeof reactions)[number]) => ({
      emoji,
      userIds: userIds.map((userId) => (hidden?.has(userId) ? 0 : userId)),
    });
    return { name: 'chat.reacted', chatId, messageId, senderId, receiverId, reactions: reactions.map(named) };
  };
  return { item: itemFor(0), readers, ...(blocked.size > 0 && { itemFor }) };
}

/** The readers of a message who may also read the message that it quotes. */
async function quoteReaders(
  ctx: Context,
  { chat_id: chatId, receiver_id: receiverId, reply_to: quote }: MessageRow,
  readers: Set<number>,
): Promise<Set<number>> {
  if (!quote || receiverId !== null) return readers;
  return idsOf(await ctx.db.run(chatQueries.readers, [[...readers], chatId, quote.messageId]));
}

/**
 * Reads the delivery of a message: the message is read from the tables once for all recipients. Recipients get different URLs of
 * its picture and their own votes in its poll, and some may not see the post that it shares or the message that it quotes.
 */
async function messageDelivery(
  ctx: Context,
  isNew: boolean,
  read: MessageRow,
  readers: Set<number>,
): Promise<LiveDelivery> {
  const seeQuote = await quoteReaders(ctx, read, readers);
  const allSeeQuote = seeQuote.size === readers.size;
  const address = await pictureAddresses(ctx);
  const seePost = read.post_id === null ? new Set<number>() : await postReaders(ctx, [...readers], read.post_id);
  const seePicture =
    seePost.size === 0
      ? seePost
      : idsOf(await ctx.db.run(liveQueries.firstPictureReaders, [[...seePost], read.post_id ?? 0]));
  const [one] = seePicture.size > 0 ? seePicture : seePost;
  const [withPost] = one === undefined ? [] : await ctx.db.run(messageQueries.byId, [one, read.id]);
  const card = withPost?.post_card ?? null;
  const cardFor = (reader: number) => {
    if (!seePost.has(reader)) return null;
    return seePicture.has(reader) ? card : card && { ...card, image: null };
  };
  const pollFor = await pollForEach(ctx, read, readers);
  const itemFor = (reader: number): LiveItem => {
    const row = {
      ...read,
      post_card: cardFor(reader),
      reply_to: allSeeQuote || seeQuote.has(reader) ? read.reply_to : hideQuote(read.reply_to),
      poll: pollFor(reader),
    };
    return { name: 'chat.message', isNew, message: messageView(ctx.settings, address, row, { userId: reader }) };
  };
  const differs = read.picture !== null || read.post_id !== null || read.poll !== null || !allSeeQuote;
  return { item: itemFor(0), readers, ...(differs && { itemFor }) };
}

/**
 * Turns an event into an item for browsers. Its recipients are those of `users` who could also see that content in a list.
 * Returns null if there are none, or if the content is deleted. `readers` is called for the likes and votes of a post, and returns
 * the users who can see the post.
 */
export async function readLiveDelivery(
  ctx: Context,
  event: LiveEvent,
  users: number[],
  readers: (postId: number) => Promise<ReadonlySet<number>>,
): Promise<LiveDelivery | null> {
  switch (event.name) {
    case 'chat.message':
    case 'chat.reacted': {
      const { chatId, messageId, senderId, receiverId } = event.payload;
      const readers =
        receiverId === null
          ? idsOf(await ctx.db.run(chatQueries.readers, [users, chatId, messageId]))
          : new Set([senderId, receiverId]);
      if (readers.size === 0) return null;
      if (event.name === 'chat.reacted') return reactionDelivery(ctx, event.payload, readers);
      const [row] = await ctx.db.run(messageQueries.byId, [0, messageId]);
      return row ? messageDelivery(ctx, event.payload.isNew, row, readers) : null;
    }
    case 'chat.typing': {
      const { chatId, userId } = event.payload;
      return { item: { name: event.name, chatId, userId }, readers: new Set(event.to ?? []) };
    }
    case 'comment.created':
    case 'comment.changed': {
      const [row] = await ctx.db.run(liveQueries.commentReaders, [users, event.payload.commentId]);
      if (!row) return null;
      const comment = commentView(ctx.settings, await pictureAddresses(ctx), row);
      const readers = new Set(row.readers);
      if (event.name === 'comment.changed') return { item: { name: event.name, comment }, readers };
      const counts = await countsOf(ctx, event.payload.postId);
      return counts && { item: { name: event.name, comment, commentsCount: counts.commentsCount }, readers };
    }
    case 'comment.deleted': {
      const { commentId, postId, parentId, userId, hidden } = event.payload;
      const [seeing, counts] = await Promise.all([
        ctx.db.run(liveQueries.deletedCommentReaders, [users, postId, userId, hidden]),
        countsOf(ctx, postId),
      ]);
      if (!counts) return null;
      const { commentsCount } = counts;
      return { item: { name: event.name, commentId, postId, parentId, commentsCount }, readers: idsOf(seeing) };
    }
    case 'comment.liked': {
      const { commentId, postId, authorId, userId, liked } = event.payload;
      const [[row], hidden] = await Promise.all([
        ctx.db.run(liveQueries.commentReaders, [users, commentId]),
        ctx.db.run(liveQueries.likerHidden, [users, userId, authorId]),
      ]);
      if (!row) return null;
      const item: LiveItem = { name: event.name, commentId, postId, userId, liked, likesCount: row.likes_count };
      return { item, readers: new Set(row.readers).difference(idsOf(hidden)) };
    }
    case 'post.liked': {
      const { postId, authorId, userId, liked } = event.payload;
      const [seeing, hidden, counts] = await Promise.all([
        readers(postId),
        ctx.db.run(liveQueries.likerHidden, [users, userId, authorId]),
        countsOf(ctx, postId),
      ]);
      if (!counts) return null;
      const item: LiveItem = { name: event.name, postId, userId, liked, likesCount: counts.likesCount };
      return { item, readers: hidden.length === 0 ? seeing : seeing.difference(idsOf(hidden)) };
    }
    case 'poll.voted': {
      // The numbers are different for who has voted and who has not, so browsers fetch the post.
      const { postId } = event.payload;
      return { item: { name: 'post.changed', postId }, readers: await readers(postId) };
    }
    case 'notification.created':
      return { item: { name: event.name }, readers: new Set([event.payload.recipientId]) };
    case 'chat.read': {
      // In a direct chat, the event is not published to a member with whom there is a block.
      const others = event.payload.contactId === null ? [event.payload.userId] : [];
      const blocked = await blockedFor(ctx, event.to ?? [], others);
      const readers = new Set(event.to ?? []).difference(new Set(blocked.keys()));
      return { item: { name: event.name, ...event.payload }, readers };
    }
    case 'chat.changed':
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
 * The recipients of an event about a post. For a new post: its author, and members who have it in their feed. For a change or a
 * deletion: also members who have it on screen (`watching`) and see it or saw it before the change. Their browsers fetch the
 * post, and remove it if it is no longer visible.
 */
export async function readPostDelivery(
  ctx: Context,
  event: PostEvent,
  users: number[],
  watching: Iterable<number>,
): Promise<LiveDelivery> {
  const { postId, authorId } = event.payload;
  const seeing = async (before: Audience | null, watchers: number[], frozenAt: string | null) =>
    idsOf(await ctx.db.run(liveQueries.changeReaders, [users, postId, authorId, before, watchers, frozenAt]));
  if (event.name === 'post.created')
    return { item: { name: event.name, postId, authorId }, readers: await seeing(null, [], null) };
  const { before = null, frozenAt = null } = event.payload;
  const readers = await seeing(before, [...watching], frozenAt);
  // The author also sees a post that the moderators have hidden, or that waits for its pictures.
  if (event.name === 'post.deleted') readers.add(authorId);
  return { item: { name: event.name, postId }, readers };
}

/** The maximum number of messages that a stream replays; after a longer gap the client fetches its lists again. */
const maxReplayed = 500;

// A message may commit after one with a higher id, so a replay starts this many ids earlier; readers deduplicate by id.
const replayOverlap = 64;

/**
 * Returns the position of a new stream, which is the newest message's id, and the member's messages since `since`, oldest first.
 * Some of these messages may be repeats.
 */
export async function readMissed(
  ctx: Context,
  actor: Actor,
  since: number | null,
): Promise<{ position: number; messages: MessageView[] }> {
  const [newest] = await ctx.db.run(messageQueries.newestId, []);
  const missed = [actor.userId, Math.max(0, (since ?? 0) - replayOverlap), maxReplayed] as const;
  const rows = since === null ? [] : await ctx.db.run(messageQueries.missed, [...missed]);
  const address = await pictureAddresses(ctx);
  return {
    position: newest?.id ?? 0,
    messages: rows.map((row) => messageView(ctx.settings, address, row, actor)),
  };
}
