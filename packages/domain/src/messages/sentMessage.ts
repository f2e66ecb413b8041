import type { PollInput } from '@kith/contracts';
import { type ChatParameters, type MessageRow, messageQueries, type SentRow } from '@kith/db';
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

/**
 * The message as its sender reads it: the one just sent, or the one that an earlier or concurrent call sent with the same client
 * id to the same chat; undefined if there is neither. A new message is read from the tables only if it has a quote, a post, a poll
 * or, if `linked`, a link.
 */
export async function sentMessage(
  ctx: Context,
  actor: Actor,
  sent: SentRow | undefined,
  chat: ChatParameters,
  { content, clientId, replyToId, postId, poll }: NewMessage,
  linked: boolean,
): Promise<MessageRow | undefined> {
  if (!sent && clientId === undefined) return undefined;
  if (!sent) return (await ctx.db.run(messageQueries.byClientId, [actor.userId, ...chat, clientId ?? '']))[0];
  // Membership is not checked again: the sender was a member when the message was sent.
  if (replyToId != null || postId != null || poll || linked)
    return (await ctx.db.run(messageQueries.byId, [actor.userId, sent.id]))[0];
  return { ...newMessageColumns, ...sent, sender_id: actor.userId, content };
}
