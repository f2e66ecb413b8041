import { KnownDevice, Session } from '@kith/db';
import { announce } from '../announce.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/**
 * An operator's command: shuts an account out, or lets it in again. Its sessions end. What the member wrote stays and
 * is hidden; counters go on counting it, so that letting them in again brings everything back as it was.
 * Throws `not-found`.
 */
export async function setUserDisabled(ctx: Context, input: { userName: string; disabled: boolean }): Promise<void> {
  const userId = await ctx.db.transaction(async (em) => {
    // Locked as a deletion locks it: whatever the member is writing ends first, or finds them shut out.
    const [user]: { id: string }[] = await em.execute(
      'select id from users where lower(user_name) = lower(?) for update',
      [input.userName],
    );
    if (!user) throw new Refusal('not-found');
    await em.execute('update users set disabled_at = case when ? then coalesce(disabled_at, now()) end where id = ?', [
      input.disabled,
      user.id,
    ]);
    if (input.disabled) {
      await em.nativeDelete(Session, { user: Number(user.id) });
      await em.nativeDelete(KnownDevice, { user: Number(user.id) });
    }
    return Number(user.id);
  });
  if (!input.disabled) return;
  await ctx.live.publish({ name: 'session.ended', to: null, payload: { userId, sessionIds: 'all' } });
  announce(ctx, { name: 'user.changed', to: null, payload: { userId } });
}
