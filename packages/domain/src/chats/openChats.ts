import type { ChatView } from '@kith/contracts';
import { chatQueries, messageQueries } from '@kith/db';
import { requireActiveAccount } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { announceGroupChange } from './announceToChat.ts';
import { getChat } from './readChats.ts';

/** The maximum number of groups per member. */
export const maxGroups = 500;

type OpenedChat = Promise<{ item: ChatView; isNew: boolean }>;

/** The caller's direct chat with another member, which is created if needed; undefined if the member accepts no messages. */
export async function findOrCreateDirectChat(ctx: Context, actor: Actor, otherId: number) {
  const open = () => ctx.db.run(chatQueries.open, [actor.userId, otherId]);
  // The first call does not see a chat that was created concurrently; the second one does.
  return (await open())[0] ?? (await open())[0];
}

async function openDirectChat(ctx: Context, actor: Actor, otherId: number): OpenedChat {
  const row = await findOrCreateDirectChat(ctx, actor, otherId);
  if (row) return { item: await getChat(ctx, actor, { chatId: row.id }), isNew: row.changed };
  await requireActiveAccount(ctx, actor);
  const [refused] = await ctx.db.run(messageQueries.closed, [actor.userId, otherId]);
  throw new Refusal(refused ? 'closed' : 'not-found');
}

/**
 * Opens the caller's chat with one other member, or creates a group. Throws `closed` if one of the members does not accept
 * messages from the caller, and `not-found` if one of them does not exist for the caller.
 */
export async function openChat(
  ctx: Context,
  actor: Actor,
  { userIds, name }: { userIds: number[]; name?: string | undefined },
): OpenedChat {
  const others = [...new Set(userIds)];
  if (others.includes(actor.userId)) throw new Refusal('cannot-message-yourself');
  const [only] = others;
  if (others.length === 1 && only !== undefined) return openDirectChat(ctx, actor, only);
  const [row] = await ctx.db.run(chatQueries.createGroup, [actor.userId, others, name ?? '', maxGroups]);
  if (row?.id) {
    void announceGroupChange(ctx, row.id);
    return { item: await getChat(ctx, actor, { chatId: row.id }), isNew: true };
  }
  if (!row?.active) throw new Refusal('unauthenticated');
  if (row.found < others.length) throw new Refusal('not-found');
  throw new Refusal(row.closed ? 'closed' : 'too-many-chats');
}
