import {
  accountQueries,
  Case,
  type Database,
  KnownDevice,
  LockMode,
  rankingQueries,
  sessionQueries,
  User,
} from '@kith/db';
import { announce, recordJob } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/**
 * Likes and comments that count no more, or again, at the next ranking: the newest. Older comments follow with the next
 * recount; older likes stay as they were, one person each for as many posts, until those are a fortnight old.
 */
const weighed = 5_000;

/**
 * Disables a member or admits them, within the transaction of `em`, as the reasons say that stand: the operator's own, which
 * `change` may set, and each case decided so. Locked as a deletion locks it: whatever the user is writing ends first, or finds
 * them disabled. Cases are locked before their member.
 */
export async function settleDisabled(
  ctx: Context,
  em: ReturnType<Database['em']>,
  userId: number,
  change: (user: User) => void = () => {},
): Promise<void> {
  const user = await em.findOneOrFail(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  change(user);
  const byModerators = await em.count(Case, { author: userId, outcome: 'disabled' });
  const disabled = user.operatorDisabledAt != null || byModerators > 0;
  user.disabledAt = disabled ? (user.disabledAt ?? ctx.clock.now()) : null;
  await em.flush();
  await ctx.db.run(rankingQueries.weigh, [userId, weighed], em);
  if (!disabled) {
    // Of a member who went public, those who asked meanwhile wait no longer.
    if (!user.private) await recordJob(ctx, em, { name: 'follows.acceptWaiting', payload: { userId } });
    return;
  }
  await ctx.db.run(sessionQueries.endAll, [user.id], em);
  await em.nativeDelete(KnownDevice, { user: user.id });
}

/** Throws `not-found`. */
async function idOf(ctx: Context, userName: string): Promise<number> {
  const [user] = await ctx.db.run(accountQueries.userNameTaken, [userName]);
  if (!user) throw new Refusal('not-found');
  return user.id;
}

/** After the commit: ends the streams of the sessions that are gone. */
export async function tellDisabled(ctx: Context, userId: number): Promise<void> {
  await announce(
    ctx,
    { name: 'session.ended', to: null, payload: { userId, sessionIds: 'all' } },
    { name: 'user.changed', to: null, payload: { userId } },
  );
}

/**
 * An operator's command: shuts an account out and ends its sessions and tokens. What the user wrote stays and is hidden; counters go
 * on counting it, so that letting them in again brings everything back as it was. Throws `not-found`.
 */
export async function disableUser(ctx: Context, input: { userName: string }): Promise<void> {
  const userId = await idOf(ctx, input.userName);
  await ctx.db.transaction((em) =>
    settleDisabled(ctx, em, userId, (user) => {
      user.operatorDisabledAt ??= ctx.clock.now();
    }),
  );
  await tellDisabled(ctx, userId);
}

/** An operator's command: admits a disabled member, whoever disabled them; cases decided so count as dismissed. Throws `not-found`. */
export async function enableUser(ctx: Context, input: { userName: string }): Promise<void> {
  const userId = await idOf(ctx, input.userName);
  await ctx.db.transaction(async (em) => {
    await em.nativeUpdate(Case, { author: userId, outcome: 'disabled' }, { outcome: 'dismissed' });
    await settleDisabled(ctx, em, userId, (user) => {
      user.operatorDisabledAt = null;
    });
  });
}
