import { accountQueries, type Database, KnownDevice, LockMode, popularQueries, Session, User } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/**
 * Likes and comments that count no more, or again, at the next ranking: the newest. Older comments follow with the next
 * recount; older likes stay as they were, one person each for as many posts, until those are a fortnight old.
 */
const weighed = 5_000;

/**
 * Shuts an account out or lets it in, within the transaction of `em`. Locked as a deletion locks it: whatever the user is
 * writing ends first, or finds them shut out.
 */
export async function setDisabled(
  ctx: Context,
  em: ReturnType<Database['em']>,
  userId: number,
  disabled: boolean,
): Promise<void> {
  const user = await em.findOneOrFail(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  user.disabledAt = disabled ? (user.disabledAt ?? ctx.clock.now()) : null;
  await em.flush();
  await ctx.db.run(popularQueries.weigh, [userId, weighed], em);
  if (!disabled) return;
  await em.nativeDelete(Session, { user: user.id });
  await em.nativeDelete(KnownDevice, { user: user.id });
}

const byName = (ctx: Context, userName: string, disabled: boolean): Promise<number> =>
  ctx.db.transaction(async (em) => {
    const [locked] = await ctx.db.run(accountQueries.lockByUserName, [userName], em);
    if (!locked) throw new Refusal('not-found');
    await setDisabled(ctx, em, locked.id, disabled);
    return locked.id;
  });

/** After the commit: ends the streams of the sessions that are gone. */
export async function tellDisabled(ctx: Context, userId: number): Promise<void> {
  await ctx.live.publish({ name: 'session.ended', to: null, payload: { userId, sessionIds: 'all' } });
  announce(ctx, { name: 'user.changed', to: null, payload: { userId } });
}

/**
 * An operator's command: shuts an account out and ends its sessions. What the user wrote stays and is hidden; counters go
 * on counting it, so that letting them in again brings everything back as it was. Throws `not-found`.
 */
export async function disableUser(ctx: Context, input: { userName: string }): Promise<void> {
  await tellDisabled(ctx, await byName(ctx, input.userName, true));
}

/** An operator's command: lets a disabled account in again. Throws `not-found`. */
export async function enableUser(ctx: Context, input: { userName: string }): Promise<void> {
  await byName(ctx, input.userName, false);
}
