import { accountQueries, type Handle, ignoringCase, sessionQueries, type Transaction, User } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/** Requires that the user id given in a call is the caller's own. Throws `forbidden`. */
export function requireSelf(actor: Actor, userId: number): void {
  if (actor.userId !== userId) throw new Refusal('forbidden');
}

/**
 * Locks the caller's account until the transaction of `db` ends, so that a concurrent deletion or disabling waits. Throws
 * `unauthenticated` if the account is already deleted or disabled. Statements with the SQL fragment `active_actor` do the same
 * themselves.
 */
export async function requireActiveAccount(ctx: Context, actor: Actor, db: Handle = ctx.db): Promise<void> {
  const rows = await db.run(accountQueries.activeActor, [actor.userId]);
  if (rows.length === 0) throw new Refusal('unauthenticated');
}

/**
 * Locks the caller's account for a write whose result outlives the session. After the lock, checks the session or token, so that a sign-out
 * everywhere that committed meanwhile is seen. Throws `unauthenticated`.
 */
export async function lockCaller(tx: Transaction, actor: Actor): Promise<{ id: number; user_name: string | null }> {
  const [caller] = await tx.run(accountQueries.lock, [actor.userId]);
  const ended = await tx.run(sessionQueries.ended, [[actor.sessionId]]);
  if (!caller || ended.length > 0) throw new Refusal('unauthenticated');
  return caller;
}

/**
 * Throws the reason why a write by the caller affected no row: `unauthenticated` if the caller's account is deleted or
 * disabled, else `not-found`.
 */
export async function refuseMissing(ctx: Context, actor: Actor): Promise<never> {
  await requireActiveAccount(ctx, actor);
  throw new Refusal('not-found');
}

/** The id of a member by the user name, for operators. Throws `not-found`. */
export async function idOfMember(ctx: Context, userName: string): Promise<number> {
  const member = await ctx.db.em().findOne(User, ignoringCase('user_name', userName), { fields: ['id'] });
  if (!member) throw new Refusal('not-found');
  return member.id;
}
