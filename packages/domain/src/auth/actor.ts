import { accountQueries, type Handle } from '@kith/db';
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
 * Throws the reason why a write by the caller affected no row: `unauthenticated` if the caller's account is deleted or
 * disabled, else `not-found`.
 */
export async function refuseMissing(ctx: Context, actor: Actor): Promise<never> {
  await requireActiveAccount(ctx, actor);
  throw new Refusal('not-found');
}
