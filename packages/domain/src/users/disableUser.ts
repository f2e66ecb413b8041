import {
  accountQueries,
  Case,
  type Database,
  importQueries,
  KnownDevice,
  LockMode,
  rankingQueries,
  sessionQueries,
  User,
} from '@kith/db';
import { announce, recordJob } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/**
 * The number of a member's newest likes and comments that stop counting, or count again, in the next ranking. Older comments
 * follow with the next recount; older likes keep their weight until they are a fortnight old.
 */
const maxReweighed = 5_000;

/**
 * Disables a member within the transaction of `em` if there is a reason, and otherwise enables the member. A reason is an
 * operator's decision, which `change` may set or remove, or a case with the outcome `disabled`. The user's row is locked as for a
 * deletion, so that concurrent writes of the member either finish first or fail. Cases are locked before their member.
 */
export async function updateDisabled(
  ctx: Context,
  em: ReturnType<Database['em']>,
  userId: number,
  change: (user: User) => void = () => {},
): Promise<void> {
  const user = await em.findOneOrFail(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  change(user);
  const byModerators = await em.count(Case, { author: userId, outcome: 'disabled' });
  const disabled = user.operatorDisabledAt != null || byModerators > 0;
  user.disabledAt = disabled ? (user.disabledAt ?? ctx.clock.now()) : null;
  await em.flush();
  await ctx.db.run(rankingQueries.reweigh, [userId, maxReweighed], em);
  if (!disabled) {
    // A public member has no pending requests; those that could not be accepted while the member was disabled are accepted now.
    if (!user.private) await recordJob(ctx, em, { name: 'follows.acceptWaiting', payload: { userId } });
    return;
  }
  await ctx.db.run(sessionQueries.endAll, [user.id], em);
  await em.nativeDelete(KnownDevice, { user: user.id });
  await ctx.db.run(importQueries.remove, [user.id, null], em);
}

/** Returns the id of a user. Throws `not-found`. */
async function idOf(ctx: Context, userName: string): Promise<number> {
  const [user] = await ctx.db.run(accountQueries.userNameTaken, [userName]);
  if (!user) throw new Refusal('not-found');
  return user.id;
}

/** Publishes, after the commit, that all sessions of a disabled user have ended, so that their streams are closed. */
export async function notifyDisabled(ctx: Context, userId: number): Promise<void> {
  await announce(
    ctx,
    { name: 'session.ended', to: null, payload: { userId, sessionIds: 'all' } },
    { name: 'user.changed', to: null, payload: { userId } },
  );
}

/**
 * For operators: disables an account, ends its sessions, and deletes its tokens, webhooks and imports. Its content is hidden
 * but kept, and counters keep counting it, so that enabling the account restores the content. Throws `not-found`.
 */
export async function disableUser(ctx: Context, input: { userName: string }): Promise<void> {
  const userId = await idOf(ctx, input.userName);
  await ctx.db.transaction((em) =>
    updateDisabled(ctx, em, userId, (user) => {
      user.operatorDisabledAt ??= ctx.clock.now();
    }),
  );
  await notifyDisabled(ctx, userId);
}

/**
 * For operators: enables a member whom an operator or a moderator has disabled; cases with the outcome `disabled` become
 * dismissed. Throws `not-found`.
 */
export async function enableUser(ctx: Context, input: { userName: string }): Promise<void> {
  const userId = await idOf(ctx, input.userName);
  await ctx.db.transaction(async (em) => {
    await em.nativeUpdate(Case, { author: userId, outcome: 'disabled' }, { outcome: 'dismissed' });
    await updateDisabled(ctx, em, userId, (user) => {
      user.operatorDisabledAt = null;
    });
  });
}
