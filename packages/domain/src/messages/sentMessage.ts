import type { PollInput } from '@kith/contracts';
import { type ChatParameters, type Handle, Message, type MessageRow, messageQueries, type SentRow } from '@kith/db';
import type { Actor, Context } from '../context.ts';

/** The columns that are the same for every new message without a quote, a post, a link and a poll: nobody has read it or reacted to it yet. */
const newMessageColumns = {
  edited_at: null,
  deleted_at: null,
  event: null,
  subject_id: null,
  hidden_by_block: false,
  picture: null,
  post_id: null,
  post_card: null,
  link: null,
  poll: null,
  reply_to: null,
  reactions: [],
  read_by_receiver: false,
} satisfies Partial<MessageRow>;

/** A text to be sent to a chat. */
export interface NewMessage {
  content: string;
  clientId?: string | undefined;
  replyToId?: number | null | undefined;
  postId?: number | null | undefined;
  /** False for a message whose link gets no preview. */
  preview?: boolean | undefined;
  poll?: PollInput | undefined;
}

/** The message that the caller has sent to the chat with this client id; null if there is none. */
export async function findSent(
  db: Handle,
  actor: Actor,
  [chat, receiver]: ChatParameters,
  clientId: string | undefined,
): Promise<Message | null> {
  if (clientId === undefined) return null;
  const sender = { id: actor.userId, disabledAt: null, deletedAt: null };
  return db.em().findOne(Message, { sender, clientId, ...(chat === null ? { receiver } : { chat }) });
}

/**
 * The message as its sender reads it: the one just sent, or the one that an earlier or concurrent call sent with the same client
 * id to the same chat, if the sender may still read it; undefined if there is neither. A new message is read from the tables only
 * if it has a quote, a post, a poll or, if `linked`, a link.
 */
export async function sentMessage(
  ctx: Context,
  actor: Actor,
  sent: SentRow | undefined,
  chat: ChatParameters,
  { content, clientId, replyToId, postId, poll }: NewMessage,
  linked: boolean,
): Promise<MessageRow | undefined> {
  const isPlain = replyToId == null && postId == null && !poll && !linked;
  if (sent && isPlain) return { ...newMessageColumns, ...sent, sender_id: actor.userId, content };
  // Membership is not checked again: the sender was a member a moment ago.
  if (sent) return (await ctx.db.run(messageQueries.byId, [actor.userId, sent.id]))[0];
  const earlier = await findSent(ctx.db, actor, chat, clientId);
  // A member who left the group and was added again does not see what was sent before.
  return earlier ? (await ctx.db.run(messageQueries.ofMember, [actor.userId, earlier.id]))[0] : undefined;
}
