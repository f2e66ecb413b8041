import type { Audience, LiveItem, MessageView } from '@kith/contracts';
import { commentQueries, messageQueries, postQueries } from '@kith/db';
import { commentView } from './comments.ts';
import type { Actor, Context } from './context.ts';
import type { LiveEvent } from './live.ts';
import { messageView } from './messages/readMessages.ts';

/** Followers see what is public; of the rest each is asked about, which costs a statement a stream. */
async function sees(ctx: Context, actor: Actor, post: { postId: number; authorId: number; audience: Audience }) {
  if (post.audience === 'public' || post.authorId === actor.userId) return true;
  if (post.audience === 'private') return false;
  return (await ctx.db.run(postQueries.audienceOf, [actor.userId, post.postId])).length > 0;
}

/** Turns an event into what a user may see of it; null when it is not for them, or gone already. */
export async function readLiveItem(ctx: Context, actor: Actor, event: LiveEvent): Promise<LiveItem | null> {
  switch (event.name) {
    case 'message.sent': {
      const { messageId, senderId, receiverId } = event.payload;
      if (actor.userId !== senderId && actor.userId !== receiverId) return null;
      const [row] = await ctx.db.run(messageQueries.byId, [messageId]);
      return row ? { name: event.name, message: messageView(row) } : null;
    }
    case 'message.typing':
      return event.payload.receiverId === actor.userId ? { name: event.name, senderId: event.payload.senderId } : null;
    case 'comment.created': {
      const [row] = await ctx.db.run(commentQueries.byId, [actor.userId, event.payload.commentId]);
      if (!row) return null;
      return { name: event.name, comment: commentView(ctx.settings, row), commentsCount: event.payload.commentsCount };
    }
    case 'post.liked': {
      const { postId, userId, liked, likesCount } = event.payload;
      if (!(await sees(ctx, actor, event.payload))) return null;
      return { name: event.name, postId, userId, liked, likesCount };
    }
    case 'comment.deleted': {
      const { commentId, postId, commentsCount } = event.payload;
      return { name: event.name, commentId, postId, commentsCount };
    }
    case 'post.created': {
      const { postId, authorId } = event.payload;
      return (await sees(ctx, actor, event.payload)) ? { name: event.name, postId, authorId } : null;
    }
    case 'post.changed':
    // Whoever lost the sight of it asks for it, finds nothing, and takes it away.
    case 'post.deleted':
      return { name: event.name, postId: event.payload.postId };
    case 'message.read':
    case 'follow.changed':
    case 'follow.asked':
      return { name: event.name, ...event.payload } as LiveItem;
    case 'notification.created':
      return event.payload.recipientId === actor.userId ? { name: event.name } : null;
    case 'settings.changed':
    case 'popular.published':
      return { name: event.name };
    default:
      return null;
  }
}

const most = 500;

// A message may commit after one with a higher id; going back this far repeats some, which readers know by id.
const overlap = 64;

/** Where a stream that starts now is: the newest message's id. */
export async function streamPosition(ctx: Context): Promise<number> {
  const [row] = await ctx.db.run(messageQueries.newestId, []);
  return row?.id ?? 0;
}

/** The user's messages, sent and received, since a position; oldest first, some of them perhaps seen before. */
export async function missedMessages(ctx: Context, actor: Actor, position: number): Promise<MessageView[]> {
  const rows = await ctx.db.run(messageQueries.receivedAfter, [actor.userId, Math.max(0, position - overlap), most]);
  return rows.map(messageView);
}
