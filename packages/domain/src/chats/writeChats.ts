import type { ChatView, UpdateChat } from '@kith/contracts';
import { accountQueries, Chat, chatQueries, Membership, Message, now } from '@kith/db';
import { announce } from '../afterCommit.ts';
import { requireActiveAccount } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { endTime } from '../endTime.ts';
import { Refusal } from '../errors.ts';
import { queueRecordedJobs } from '../pendingJobs.ts';
import { announceGroupChange } from './announceToChat.ts';
import { getChat, membershipOf } from './readChats.ts';

/** The maximum number of chats that a member has pinned. */
const maxPinned = 5;

/**
 * Mutes, pins or archives a chat for the caller, or ends that; what is undefined stays, except that a chat is never both pinned and
 * archived. Throws `too-many-pinned`, `not-found`, and `forbidden` to pin or archive a stranger's request that the caller has not
 * accepted.
 */
const arrangeChat = (
  ctx: Context,
  actor: Actor,
  { chatId, mutedUntil, pinned, archived }: Pick<UpdateChat, 'chatId' | 'mutedUntil' | 'pinned' | 'archived'>,
): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    // The lock serialises what a member pins, so that each count includes the earlier pins.
    const [owner] = await tx.run(accountQueries.lock, [actor.userId]);
    if (!owner) throw new Refusal('unauthenticated');
    const em = tx.em();
    const mine = { user: actor.userId, chat: chatId };
    const membership = await em.findOne(Membership, mine);
    if (!membership) throw new Refusal('not-found');
    const isMoved = pinned !== undefined || archived !== undefined;
    if (membership.request && isMoved) throw new Refusal('forbidden');
    const others = { user: actor.userId, pinnedAt: { $ne: null }, chat: { $ne: chatId } };
    if (pinned && (await em.count(Membership, others)) >= maxPinned) throw new Refusal('too-many-pinned');
    await em.nativeUpdate(Membership, mine, {
      ...(mutedUntil !== undefined && { mutedUntil: mutedUntil && new Date(mutedUntil) }),
      ...((pinned !== undefined || archived) && { pinnedAt: pinned ? now() : null }),
      ...((archived !== undefined || pinned) && { archivedAt: archived ? now() : null }),
    });
  });

/**
 * Renames a group, on behalf of any of its members, or mutes, pins or archives a chat for the caller. Throws `not-found`,
 * `not-a-group`, `too-many-pinned`, and `forbidden` if an unanswered request is to be pinned or archived.
 */
export async function updateChat(
  ctx: Context,
  actor: Actor,
  { chatId, name, forSeconds, ...input }: UpdateChat,
): Promise<ChatView> {
  const { kind } = await membershipOf(ctx, actor, chatId);
  if (name !== undefined && kind === 'direct') throw new Refusal('not-a-group');
  const mutedUntil = await endTime(ctx, forSeconds, input.mutedUntil);
  if (mutedUntil !== undefined || input.pinned !== undefined || input.archived !== undefined) {
    await arrangeChat(ctx, actor, { ...input, chatId, mutedUntil });
    void announce(ctx, { name: 'chat.changed', to: [actor.userId], payload: { chatId } });
  }
  if (name !== undefined) {
    const renamed = await ctx.db.transaction(async (tx) => {
      await tx.run(chatQueries.lock, [chatId]);
      await requireActiveAccount(ctx, actor, tx);
      const em = tx.em();
      if ((await em.count(Membership, { chat: chatId, user: actor.userId })) === 0) return false;
      if ((await em.nativeUpdate(Chat, { id: chatId, name: { $ne: name } }, { name })) === 0) return false;
      await em.insert(Message, { sender: actor.userId, chat: chatId, content: name, event: 'named' });
      return true;
    });
    if (renamed) void announceGroupChange(ctx, chatId);
  }
  await queueRecordedJobs(ctx);
  return getChat(ctx, actor, { chatId });
}

/**
 * Accepts or declines a stranger's request. An accepted chat is like any other; a declined chat is not listed until the caller
 * accepts it after all or writes to the stranger. Idempotent; has no effect on a chat that is not a request. Throws
 * `not-found`.
 */
async function answerRequest(ctx: Context, actor: Actor, chatId: number, accepts: boolean): Promise<void> {
  await membershipOf(ctx, actor, chatId);
  const changed = await ctx.db.transaction(async (tx) => {
    await requireActiveAccount(ctx, actor, tx);
    const asked = { chat: chatId, user: actor.userId, request: accepts ? { $ne: null } : ('waiting' as const) };
    return tx.em().nativeUpdate(Membership, asked, { request: accepts ? null : 'declined' });
  });
  if (changed > 0) void announce(ctx, { name: 'chat.changed', to: [actor.userId], payload: { chatId } });
}

type OfChat = { chatId: number };
export const acceptRequest = (ctx: Context, actor: Actor, { chatId }: OfChat) =>
  answerRequest(ctx, actor, chatId, true);
export const declineRequest = (ctx: Context, actor: Actor, { chatId }: OfChat) =>
  answerRequest(ctx, actor, chatId, false);
