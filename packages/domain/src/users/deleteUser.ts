import { announce } from '../announce.ts';
import { requireFreshAuthentication } from '../auth/reauthenticate.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { addToOutbox, flushOutbox } from '../outbox.ts';
import { actAs } from '../permissions.ts';
import { newIdentityUid } from '../secrets.ts';

/**
 * Deletes the caller's account: at once nobody sees it or gets in, and a job removes what it left. A bare row stays, so
 * that messages keep an author. Throws `forbidden`, `reauthentication-required`, `unauthenticated`.
 */
export async function deleteUser(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  actAs(actor, input.userId);
  await requireFreshAuthentication(ctx, actor);
  const { userId } = actor;
  await ctx.db.transaction(async (em) => {
    const gone: unknown[] = await em.execute(
      `update users set deleted_at = ?, user_name = null, email = null, password_hash = null, bio = '',
         picture_key = null, identity_uid = ?
       where id = ? and deleted_at is null and disabled_at is null
       returning id`,
      [ctx.clock.now(), newIdentityUid(), userId],
    );
    if (gone.length === 0) throw new Refusal('unauthenticated');
    for (const table of ['sessions', 'password_resets', 'known_devices', 'federated_identities', 'exports']) {
      await em.execute(`delete from ${table} where user_id = ?`, [userId]);
    }
    addToOutbox(em, { name: 'users.erase', payload: { userId } });
  });
  await flushOutbox(ctx);
  announce(
    ctx,
    { name: 'session.ended', to: null, payload: { userId, sessionIds: 'all' } },
    { name: 'user.changed', to: null, payload: { userId } },
  );
}
