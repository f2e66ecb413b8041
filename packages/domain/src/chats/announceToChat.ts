import { chatQueries } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import type { LiveEvent } from '../live.ts';

/** Publishes an event to the members of a chat, and to `others`, who have just left the chat. Never throws. */
export async function announceToChat(
  ctx: Context,
  chatId: number,
  event: (to: number[]) => LiveEvent,
  others: number[] = [],
): Promise<void> {
  try {
    const members = await ctx.db.run(chatQueries.members, [chatId]);
    await announce(ctx, event([...members.map(({ user_id: userId }) => userId), ...others]));
  } catch (error) {
    ctx.log.warn({ err: error, chatId }, 'event not published');
  }
}

/** Publishes to the members of a group, and to `others`, that the group's name, picture or members changed. */
export const announceChange = (ctx: Context, chatId: number, ...others: number[]): Promise<void> =>
  announceToChat(ctx, chatId, (to) => ({ name: 'chat.changed', to, payload: { chatId } }), others);
