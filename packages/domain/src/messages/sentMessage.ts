import { type MessageRow, messageQueries, type SentRow } from '@kith/db';
import { byClientId } from '../afterCommit.ts';
import type { Actor, Context } from '../context.ts';

/** What a message without a quote and a post has while nobody has read, changed or reacted to it. */
const untouched = {
  edited_at: null,
  deleted_at: null,
  event: null,
  subject_id: null,
  folded: false,
  picture: null,
  post_id: null,
  post_card: null,
  reply_to: null,
  reactions: [],
  read_by_receiver: false,
} satisfies Partial<MessageRow>;

/** A message as it was given to be sent; one to a group has no receiver. */
interface Draft {
  receiverId: number | null;
  content: string;
  clientId?: string | undefined;
  replyToId: number | null;
  postId: number | null;
}

/**
 * The message as its sender reads it: the one that was just sent, or with the same client id before, concurrently too; undefined if
 * there is none. Only one with a quote or a post needs to be read.
 */
export async function sentMessage(
  ctx: Context,
  actor: Actor,
  sent: SentRow | undefined,
  { receiverId, content, clientId, replyToId, postId }: Draft,
): Promise<MessageRow | undefined> {
  if (!sent) return byClientId(ctx, messageQueries.byClientId, actor, clientId);
  // Without asking whether the sender is a member: they were when it was sent.
  if (replyToId !== null || postId !== null) return (await ctx.db.run(messageQueries.byId, [actor.userId, sent.id]))[0];
  return { ...untouched, ...sent, sender_id: actor.userId, receiver_id: receiverId, content };
}
