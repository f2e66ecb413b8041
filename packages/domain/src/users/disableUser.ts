import { accountQueries, KnownDevice, Session, User } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

async function setDisabled(ctx: Context, userName: string, disabled: boolean): Promise<number> {
  return ctx.db.transaction(async (em) => {
    const [locked] = await ctx.db.run(accountQueries.lockByUserName, [userName], em);
    if (!locked) throw new Refusal('not-found');
    const user = await em.findOneOrFail(User, locked.id);
    user.disabledAt = disabled ? (user.disabledAt ?? ctx.clock.now()) : null;
    await em.flush();
    if (disabled) {
      await em.nativeDelete(Session, { user: user.id });
      await em.nativeDelete(KnownDevice, { user: user.id });
    }
    return user.id;
  });
}

/**
 * An operator's command: shuts an account out and ends its sessions. What the user wrote stays and is hidden; counters go
 * on counting it, so that letting them in again brings everything back as it was. Throws `not-found`.
 */
export async function disableUser(ctx: Context, input: { userName: string }): Promise<void> {
  const userId = await setDisabled(ctx, input.userName, true);
  await ctx.live.publish({ name: 'session.ended', to: null, payload: { userId, sessionIds: 'all' } });
  announce(ctx, { name: 'user.changed', to: null, payload: { userId } });
}

/** An operator's command: lets a disabled account in again. Throws `not-found`. */
export async function enableUser(ctx: Context, input: { userName: string }): Promise<void> {
  await setDisabled(ctx, input.userName, false);
}
