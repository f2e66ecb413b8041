import { accountQueries, type Database } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/** A call that acts as somebody must name its caller. */
export function actAs(actor: Actor, userId: number): void {
  if (actor.userId !== userId) throw new Refusal('forbidden');
}

/**
 * Holds the caller's account as it is until the transaction of `em` ends: a deletion or shutting out waits for it, or has
 * come before. The statements in `queries/` ask the same in themselves. Throws `unauthenticated`.
 */
export async function requireLivingActor(ctx: Context, actor: Actor, em?: ReturnType<Database['em']>): Promise<void> {
  const rows = await ctx.db.run(accountQueries.livingActor, [actor.userId], em);
  if (rows.length === 0) throw new Refusal('unauthenticated');
}

/** Says why a write of the caller's found nothing. Throws `unauthenticated` when they are gone themselves, else `not-found`. */
export async function refuseNothingFound(ctx: Context, actor: Actor): Promise<never> {
  await requireLivingActor(ctx, actor);
  throw new Refusal('not-found');
}
