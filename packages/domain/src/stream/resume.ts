import type { MessageView } from '@kith/contracts';
import { messageQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { messageView } from '../messages/messageView.ts';

const most = 500;

// A message may commit after one with a higher id; going back this far repeats some, which readers know by id.
const overlap = 64;

/** Where a stream that starts now is: the newest message's id. */
export async function streamPosition(ctx: Context): Promise<number> {
  const [row] = await ctx.db.run(messageQueries.newestId, []);
  return row?.id ?? 0;
}

/** The member's messages, sent and received, since a position; oldest first, some of them perhaps seen before. */
export async function missedMessages(ctx: Context, actor: Actor, position: number): Promise<MessageView[]> {
  const rows = await ctx.db.run(messageQueries.receivedAfter, [actor.userId, Math.max(0, position - overlap), most]);
  return rows.map(messageView);
}
