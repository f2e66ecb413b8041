import type { MessageView } from '@kith/contracts';
import { messageQueries } from '@kith/db';
import { announce } from '../announce.ts';
import { refuseNothingFound } from '../auth/livingActor.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { firstRow } from '../firstRow.ts';
import { actAs } from '../permissions.ts';
import { messageView } from './messageView.ts';

export interface SendMessage {
  senderId: number;
  receiverId: number;
  content: string;
  clientId?: string | undefined;
}

/** Sends as the caller; repeated with the same client id it answers with the first. Throws `forbidden`, `not-found`. */
export async function sendMessage(ctx: Context, actor: Actor, input: SendMessage): Promise<MessageView> {
  actAs(actor, input.senderId);
  if (input.receiverId === actor.userId) throw new Refusal('cannot-message-yourself');
  const row = await firstRow(
    () => ctx.db.run(messageQueries.send, [actor.userId, input.receiverId, input.content, input.clientId ?? null]),
    input.clientId,
  );
  if (!row) return refuseNothingFound(ctx, actor);
  if (row.changed) {
    const payload = { messageId: row.id, senderId: row.sender_id, receiverId: row.receiver_id };
    announce(ctx, { name: 'message.sent', to: [row.sender_id, row.receiver_id], payload });
  }
  return messageView(row);
}
