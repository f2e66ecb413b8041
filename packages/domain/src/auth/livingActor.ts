import type { Database } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/**
 * Holds the caller's account as it is until the transaction of `em` ends: a deletion or shutting out waits for it, or has
 * come before. The statements in `queries/` ask the same in themselves. Throws `unauthenticated`.
 */
export async function requireLivingActor(em: ReturnType<Database['em']>, actor: Actor): Promise<void> {
  const rows = await em.execute(
    'select 1 from users where id = ? and deleted_at is null and disabled_at is null for key share',
    [actor.userId],
  );
  if (rows.length === 0) throw new Refusal('unauthenticated');
}

/** Says why a write of the caller's found nothing. Throws `unauthenticated` when they are gone themselves, else `not-found`. */
export async function refuseNothingFound(ctx: Context, actor: Actor): Promise<never> {
  await requireLivingActor(ctx.db.em(), actor);
  throw new Refusal('not-found');
}
