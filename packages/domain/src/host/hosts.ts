import type { HostLogEntry } from '@kith/contracts';
import { accountQueries, HostEntry, PasswordReset, type Transaction, User } from '@kith/db';
import { lockCaller } from '../auth/actor.ts';
import { requireFreshAuthentication } from '../auth/reauthenticate.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { Language } from '../i18n/translate.ts';
import { lock } from '../locks.ts';

/** Who changes something about the server: a host, or null for an operator on the command line. */
export type HostOrOperator = Actor | null;

/**
 * Returns the caller's language. Throws `forbidden` unless the caller is a host, and `second-factor-missing` if this server requires a
 * second factor of moderators and the caller has neither an authenticator app nor authenticated this session with a passkey.
 */
export async function requireHost(
  ctx: Context,
  actor: Actor,
  db: Pick<Transaction, 'run'> = ctx.db,
): Promise<{ language: Language }> {
  const [host] = await db.run(accountQueries.role, [actor.userId, actor.sessionId]);
  if (!host?.host) throw new Refusal('forbidden');
  if (ctx.settings.moderatorsNeedSecondFactor && !host.has_second_factor) throw new Refusal('second-factor-missing');
  return { language: host.language };
}

/** Like `requireHost`, for a call that needs a re-authentication within the last five minutes. */
export async function requireFreshHost(ctx: Context, actor: Actor): Promise<void> {
  await requireHost(ctx, actor);
  await requireFreshAuthentication(ctx, actor);
}

export interface LogEntry {
  action: HostLogEntry['action'];
  memberId?: number | null;
  details?: string;
}

/** Appends an entry to the log of hosts, in the transaction of the change. */
export async function appendToLog(
  tx: Transaction,
  by: Pick<Actor, 'userId'> | null,
  { action, memberId = null, details = '' }: LogEntry,
): Promise<void> {
  await tx.em().insert(HostEntry, { by: by?.userId ?? null, action, member: memberId, details });
}

/**
 * Runs a change by a host under the lock `hosts`. Throws `unauthenticated` if the caller's session has ended once the lock is free, and
 * `forbidden` if the caller is no host any more.
 */
export const withHostsLock = <T>(ctx: Context, by: HostOrOperator, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  ctx.db.transaction(async (tx) => {
    await lock(tx, 'hosts');
    if (by) {
      await lockCaller(tx, by);
      await requireHost(ctx, by, tx);
    }
    return work(tx);
  });

/** Makes every link that a host has made for a new password invalid, because its maker is a host no longer. */
export async function withdrawResetLinks(tx: Transaction): Promise<void> {
  await tx.em().nativeDelete(PasswordReset, { mailed: false });
}

/** Like `withdrawResetLinks`, if this member, whose account somebody else may have used, has ever made such a link. */
export async function withdrawResetLinksBy(tx: Transaction, userId: number): Promise<void> {
  if ((await tx.em().count(HostEntry, { by: userId, action: 'reset-link-made' })) > 0) await withdrawResetLinks(tx);
}

/** Whether the server has an active host other than this member. The caller holds the lock `hosts`. */
export const hasOtherHost = async (tx: Transaction, userId: number): Promise<boolean> =>
  (await tx.em().count(User, { id: { $ne: userId }, host: true, disabledAt: null, deletedAt: null })) > 0;

/**
 * Prepares that this host stops being one, which only another active host allows. The caller holds the lock `hosts`. Throws `last-host`.
 */
export async function releaseHost(tx: Transaction, userId: number): Promise<void> {
  if (!(await hasOtherHost(tx, userId))) throw new Refusal('last-host');
  await withdrawResetLinks(tx);
}

/** For the start of a server that already has members: makes the first of them the host if there has never been one. */
export const appointFirstHost = (ctx: Context): Promise<void> =>
  withHostsLock(ctx, null, async (tx) => {
    if ((await tx.em().count(HostEntry, { action: 'host-appointed' })) > 0) return;
    const confirmed = { emailConfirmed: true, disabledAt: null, deletedAt: null };
    const first = await tx.em().findOne(User, confirmed, { orderBy: { id: 'asc' } });
    if (!first || first.host) return;
    Object.assign(first, { host: true, moderator: true });
    await appendToLog(tx, null, { action: 'host-appointed', memberId: first.id });
  });
