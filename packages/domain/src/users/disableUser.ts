import {
  Case,
  KnownDevice,
  LockMode,
  PasswordReset,
  rankingQueries,
  sessionQueries,
  type Transaction,
  User,
} from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { recordJob } from '../pendingJobs.ts';
import { removeWithFolders } from '../sweepFolders.ts';

/**
 * The number of a member's newest likes and comments that stop counting, or count again, in the next ranking. Older comments
 * follow with the next recount; older likes keep their weight until they are a fortnight old.
 */
const maxReweighed = 5_000;

/**
 * Disables a member within the transaction if there is a reason, and otherwise enables the member. A reason is a
 * host's or operator's decision, which `change` may set or remove, or a case with the outcome `disabled`. The user's row is locked as for a
 * deletion, so that concurrent writes of the member either finish first or fail. Cases are locked before their member.
 */
export async function updateDisabled(
  ctx: Context,
  tx: Transaction,
  userId: number,
  change: (user: User) => void = () => {},
): Promise<void> {
  const user = await tx.em().findOneOrFail(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  change(user);
  const byModerators = await tx.em().count(Case, { author: userId, outcome: 'disabled' });
  const disabled = user.operatorDisabledAt != null || byModerators > 0;
  user.disabledAt = disabled ? (user.disabledAt ?? ctx.clock.now()) : null;
  await tx.em().flush();
  await tx.run(rankingQueries.reweigh, [userId, maxReweighed]);
  if (!disabled) {
    // A public member has no pending requests; those that could not be accepted while the member was disabled are accepted now.
    if (!user.private) await recordJob(tx, { name: 'follows.acceptWaiting', payload: { userId } });
    return;
  }
  await tx.run(sessionQueries.end, [user.id, null, true]);
  await tx.em().nativeDelete(KnownDevice, { user: user.id });
  await tx.em().nativeDelete(PasswordReset, { user: user.id });
  await removeWithFolders(tx, 'imports', { user: user.id });
}

/** Publishes, after the commit, that all sessions of a disabled user have ended, so that their streams are closed. */
export async function notifyDisabled(ctx: Context, userId: number): Promise<void> {
  await announce(
    ctx,
    { name: 'session.ended', to: null, payload: { userId, sessionIds: 'all' } },
    { name: 'user.changed', to: null, payload: { userId } },
  );
}
