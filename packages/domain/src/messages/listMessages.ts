import type { MessageView, Page } from '@kith/contracts';
import { messageQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { idCursor, type PageInput, toPage } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { messageView } from './messageView.ts';

/** Both directions between the caller and another member, newest first; `afterMessageId` asks only for what is newer. */
export async function listConversation(
  ctx: Context,
  actor: Actor,
  input: PageInput & { withUserId: number; afterMessageId?: number | undefined },
): Promise<Page<MessageView>> {
  const rows = await ctx.db.run(messageQueries.conversation, [
    actor.userId,
    input.withUserId,
    idCursor(input.cursor),
    input.afterMessageId ?? 0,
    input.limit + 1,
  ]);
  return toPage(rows, input.limit, messageView, (row) => [row.id]);
}

/** What one member sent to another, newest first; the caller is one of the two. Throws `forbidden`. */
export async function listSentMessages(
  ctx: Context,
  actor: Actor,
  input: PageInput & { senderId: number; receiverId: number },
): Promise<Page<MessageView>> {
  if (actor.userId !== input.senderId && actor.userId !== input.receiverId) throw new Refusal('forbidden');
  const rows = await ctx.db.run(messageQueries.sentBy, [
    input.senderId,
    input.receiverId,
    idCursor(input.cursor),
    input.limit + 1,
  ]);
  return toPage(rows, input.limit, messageView, (row) => [row.id]);
}
