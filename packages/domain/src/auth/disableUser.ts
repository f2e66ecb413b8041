import { accountQueries, KnownDevice, Session, User } from '@kith/db';
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
    const [locked] = await ctx.db.run(accountQueries.lockByUserName, [input.userName], em);
    if (!locked) throw new Refusal('not-found');
    const user = await em.findOneOrFail(User, locked.id);
    user.disabledAt = input.disabled ? (user.disabledAt ?? ctx.clock.now()) : null;
    await em.flush();
    if (input.disabled) {
      await em.nativeDelete(Session, { user: locked.id });
      await em.nativeDelete(KnownDevice, { user: locked.id });
    }
    return locked.id;
  });
  if (!input.disabled) return;
  await ctx.live.publish({ name: 'session.ended', to: null, payload: { userId, sessionIds: 'all' } });
  announce(ctx, { name: 'user.changed', to: null, payload: { userId } });
}
