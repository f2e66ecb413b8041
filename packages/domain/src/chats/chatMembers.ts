import { type ChatView, maxChatMembers } from '@kith/contracts';
import { chatQueries } from '@kith/db';
import { requireActiveAccount } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { queueRecordedJobs } from '../pendingJobs.ts';
import { announceGroupChange } from './announceToChat.ts';
import { maxGroups } from './openChats.ts';
import { getChat, membershipOf } from './readChats.ts';

interface MemberOfChat {
  chatId: number;
  userId: number;
}

/**
 * Adds another member to a group, on behalf of any of the group's members; the new member sees only later messages. Idempotent.
 * Throws `closed`, `chat-full`, `too-many-chats`, `not-a-group`, and `not-found`, also if the caller or the other member has
 * blocked the other.
 */
export async function addMember(ctx: Context, actor: Actor, { chatId, userId }: MemberOfChat): Promise<ChatView> {
  const { kind } = await membershipOf(ctx, actor, chatId);
  if (kind === 'direct') throw new Refusal('not-a-group');
  const [row] = await ctx.db.transaction(async (tx) => {
    await tx.run(chatQueries.lock, [chatId]);
    return tx.run(chatQueries.add, [actor.userId, chatId, userId, maxChatMembers, maxGroups]);
  });
  if (!row?.active) throw new Refusal('unauthenticated');
  if (!row.found) throw new Refusal('not-found');
  if (!row.changed && !row.known) {
    if (row.closed) throw new Refusal('closed');
    const { users } = await getChat(ctx, actor, { chatId });
    throw new Refusal(users.length < maxChatMembers ? 'too-many-chats' : 'chat-full');
  }
  if (row.changed) void announceGroupChange(ctx, chatId);
  return getChat(ctx, actor, { chatId });
}

/**
 * Removes a member from a group on behalf of `by`, who is that member or the group's creator. Returns false if nothing changed.
 */
export async function leaveChat(ctx: Context, { chatId, userId }: MemberOfChat, by: number): Promise<boolean> {
  const gone = await ctx.db.transaction(async (tx) => {
    await tx.run(chatQueries.lock, [chatId]);
    return tx.run(chatQueries.leave, [userId, chatId, by]);
  });
  if (gone.length === 0) return false;
  void announceGroupChange(ctx, chatId, userId);
  await queueRecordedJobs(ctx);
  return true;
}

/**
 * Removes the caller from a group, or another member if the caller is the group's creator or has taken over that role. When the
 * last member leaves, the group is deleted. Throws `forbidden`, `not-found`, `not-a-group`.
 */
export async function removeMember(ctx: Context, actor: Actor, member: MemberOfChat): Promise<void> {
  const { kind, maker_id: makerId } = await membershipOf(ctx, actor, member.chatId);
  if (kind === 'direct') throw new Refusal('not-a-group');
  await requireActiveAccount(ctx, actor);
  if (await leaveChat(ctx, member, actor.userId)) return;
  throw new Refusal(member.userId === actor.userId || makerId === actor.userId ? 'not-found' : 'forbidden');
}

/** The maximum number of messages that one statement deletes. */
const batch = 500;

/** Deletes a group that has no members, with its messages. Works in batches, so it can be interrupted and run again. */
export async function eraseChat(ctx: Context, { chatId }: { chatId: number }): Promise<void> {
  for (let rows = batch; rows > 0; ) rows = (await ctx.db.run(chatQueries.erase, [chatId, batch]))[0]?.rows ?? 0;
}
