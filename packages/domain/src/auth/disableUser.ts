import { Session } from '@kith/db';
import { announce } from '../announce.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/** An operator's command: shuts an account out, or lets it in again. Its sessions end. Throws `not-found`. */
export async function setUserDisabled(ctx: Context, input: { userName: string; disabled: boolean }): Promise<void> {
  const em = ctx.db.em();
  const [user]: { id: string }[] = await em.execute(
    `update users set disabled_at = case when ? then coalesce(disabled_at, now()) end
     where lower(user_name) = lower(?) returning id`,
    [input.disabled, input.userName],
  );
  if (!user) throw new Refusal('not-found');
  const userId = Number(user.id);
  if (!input.disabled) return;
  await em.nativeDelete(Session, { user: userId });
  await ctx.live.publish({ name: 'session.ended', to: null, payload: { userId, sessionIds: 'all' } });
  announce(ctx, { name: 'user.changed', to: null, payload: { userId } });
}
