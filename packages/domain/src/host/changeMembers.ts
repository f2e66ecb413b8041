import { Case, type Transaction, User } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { notifyDisabled, updateDisabled } from '../users/disableUser.ts';
import {
  appendToLog,
  type HostOrOperator,
  type LogEntry,
  releaseHost,
  requireFreshHost,
  withHostsLock,
} from './hosts.ts';

export interface MemberChange {
  userId: number;
  /** The reason that the log keeps. */
  reason?: string;
}

/** Returns a member who has not deleted the account. Throws `own-account`, `not-found`. */
export async function findMember(tx: Transaction, by: HostOrOperator, userId: number): Promise<User> {
  if (by?.userId === userId) throw new Refusal('own-account');
  const member = await tx.em().findOne(User, { id: userId, deletedAt: null }, { disableIdentityMap: true });
  if (!member) throw new Refusal('not-found');
  return member;
}

const announceMember = (ctx: Context, userId: number): Promise<void> =>
  announce(ctx, { name: 'user.changed', to: null, payload: { userId } });

/**
 * Changes a member by `work`, which returns whether there was something to change, writes that into the log, and calls `publish` after
 * the commit.
 */
async function changeMember(
  ctx: Context,
  by: HostOrOperator,
  action: LogEntry['action'],
  { userId, reason = '' }: MemberChange,
  work: (tx: Transaction, member: User) => Promise<boolean>,
  publish = announceMember,
): Promise<void> {
  const changed = await withHostsLock(ctx, by, async (tx) => {
    const member = await findMember(tx, by, userId);
    if (!(await work(tx, member))) return false;
    await appendToLog(tx, by, { action, memberId: userId, details: reason });
    return true;
  });
  if (changed) await publish(ctx, userId);
}

/**
 * Disables an account, ends its sessions, and deletes its tokens, webhooks and imports. Its content is hidden but kept, and counters keep
 * counting it, so that enabling the account restores the content. Idempotent. Throws `forbidden`, `reauthentication-required`,
 * `own-account`, `last-host`, `not-found`.
 */
export async function disableMember(ctx: Context, by: HostOrOperator, input: MemberChange): Promise<void> {
  if (by) await requireFreshHost(ctx, by);
  const disable = async (tx: Transaction, member: User) => {
    if (member.operatorDisabledAt) return false;
    if (member.host) await releaseHost(tx, member.id);
    await updateDisabled(ctx, tx, member.id, (user) => {
      user.operatorDisabledAt = ctx.clock.now();
    });
    return true;
  };
  await changeMember(ctx, by, 'member-disabled', input, disable, notifyDisabled);
}

/**
 * Enables a member whom a host, an operator or a moderator has disabled; cases with the outcome `disabled` become dismissed. Idempotent.
 * Throws `forbidden`, `own-account`, `not-found`.
 */
export async function enableMember(ctx: Context, by: HostOrOperator, input: MemberChange): Promise<void> {
  await changeMember(ctx, by, 'member-enabled', input, async (tx, member) => {
    if (!member.disabledAt) return false;
    await tx.em().nativeUpdate(Case, { author: member.id, outcome: 'disabled' }, { outcome: 'dismissed' });
    await updateDisabled(ctx, tx, member.id, (user) => {
      user.operatorDisabledAt = null;
    });
    return true;
  });
}

const active = (userId: number) => ({ id: userId, deletedAt: null, disabledAt: null });

/**
 * Makes a member a moderator, or takes that role back. Idempotent. Throws `forbidden`, `reauthentication-required`, `own-account`,
 * `not-found`, `user-disabled`, and `host-moderates` for a host, who always is one.
 */
export async function setModerator(
  ctx: Context,
  by: HostOrOperator,
  input: MemberChange,
  moderates: boolean,
): Promise<void> {
  if (by) await requireFreshHost(ctx, by);
  const action = moderates ? 'moderator-appointed' : 'moderator-removed';
  await changeMember(ctx, by, action, input, async (tx, member) => {
    if (member.host && !moderates) throw new Refusal('host-moderates');
    if (member.disabledAt && moderates) throw new Refusal('user-disabled');
    const chosen = moderates ? active(member.id) : { id: member.id };
    const changed = await tx.em().nativeUpdate(User, { ...chosen, moderator: !moderates }, { moderator: moderates });
    return changed > 0;
  });
}

/**
 * Makes a member a host, who is a moderator too, or takes that role back, which leaves the member a moderator. Idempotent. Throws
 * `forbidden`, `reauthentication-required`, `own-account`, `last-host`, `user-disabled`, `not-found`.
 */
export async function setHost(ctx: Context, by: HostOrOperator, input: MemberChange, hosts: boolean): Promise<void> {
  if (by) await requireFreshHost(ctx, by);
  await changeMember(ctx, by, hosts ? 'host-appointed' : 'host-removed', input, async (tx, member) => {
    if (member.host && !hosts) await releaseHost(tx, member.id);
    if (member.disabledAt && hosts) throw new Refusal('user-disabled');
    const chosen = hosts ? active(member.id) : { id: member.id };
    const values = hosts ? { host: true, moderator: true } : { host: false };
    return (await tx.em().nativeUpdate(User, { ...chosen, host: !hosts }, values)) > 0;
  });
}
