import type { Writable } from 'node:stream';
import type { HostMember } from '@kith/contracts';
import { accountQueries, EmailConfirmation, User } from '@kith/db';
import { idOfMember } from '../auth/actor.ts';
import { confirmByCode, lockUnconfirmed } from '../auth/confirmEmail.ts';
import { hashPassword } from '../auth/password.ts';
import type { Context } from '../context.ts';
import { maxId } from '../cursor.ts';
import { Refusal, refuseConflict } from '../errors.ts';
import { writeExport } from '../exports/writeExport.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { hashToken, newIdentityUid, newToken } from '../secrets.ts';
import { deleteAccount } from '../users/deleteUser.ts';
import { disableMember, enableMember, setHost, setModerator } from './changeMembers.ts';
import { appendToLog } from './hosts.ts';
import { readMembers } from './members.ts';
import { makeResetLink } from './resetLink.ts';

// What operators do to accounts on the command line: in part what hosts do, by name and without a session.

/** Disables an account, for operators. Throws `not-found`, `last-host`. */
export const disableUser = async (ctx: Context, input: { userName: string }): Promise<void> =>
  disableMember(ctx, null, { userId: await idOfMember(ctx, input.userName) });

/** Enables an account, for operators. Throws `not-found`. */
export const enableUser = async (ctx: Context, input: { userName: string }): Promise<void> =>
  enableMember(ctx, null, { userId: await idOfMember(ctx, input.userName) });

/** Makes a member a moderator or takes the role back, for operators. Throws `not-found`, `user-disabled`, `host-moderates`. */
export const appointModerator = async (ctx: Context, input: { userName: string; moderates: boolean }): Promise<void> =>
  setModerator(ctx, null, { userId: await idOfMember(ctx, input.userName) }, input.moderates);

/** Makes a member a host or takes the role back, for operators. Throws `not-found`, `user-disabled`, `last-host`. */
export const appointHost = async (ctx: Context, input: { userName: string; hosts: boolean }): Promise<void> =>
  setHost(ctx, null, { userId: await idOfMember(ctx, input.userName) }, input.hosts);

const batch = 500;

/** Every member, newest first. */
export async function* listMembersAsOperator(ctx: Context): AsyncGenerator<HostMember> {
  let before = maxId;
  for (;;) {
    const members = await readMembers(ctx, { before, rows: batch, query: '', filter: 'all' });
    yield* members;
    before = members.at(-1)?.userId ?? 0;
    if (members.length < batch) return;
  }
}

/**
 * Creates an account, also where sign-up is closed, and returns a link by which the member sets a password: that of the new account
 * is random, and nobody knows it. Throws `username-taken`, `email-already-in-use`.
 */
export async function createMember(
  ctx: Context,
  { userName, email }: { userName: string; email: string },
): Promise<{ url: string }> {
  const passwordHash = await hashPassword(newToken());
  const confirmed = !ctx.settings.confirmEmail;
  const made = await ctx.db
    .transaction(async (tx) => {
      const account = [userName, email, newIdentityUid(), passwordHash, 'en', confirmed] as const;
      const [row] = await tx.run(accountQueries.signUp, [null, ...account]);
      if (!row) throw new Error('the account was not created');
      if (!confirmed) await recordJob(tx, { name: 'auth.sendConfirmation', payload: { userId: row.id } });
      await appendToLog(tx, null, { action: 'member-created', memberId: row.id });
      return row.id;
    })
    .catch((error: unknown) =>
      refuseConflict(error, { users_user_name_key: 'username-taken', users_email_key: 'email-already-in-use' }),
    );
  await queueRecordedJobs(ctx);
  return makeResetLink(ctx, null, { userId: made });
}

/**
 * Confirms a member's address without a mail. Returns false if it is confirmed already. Throws `not-found`, `invalid-email` without an
 * address, `user-disabled`.
 */
export async function confirmMember(ctx: Context, input: { userName: string }): Promise<boolean> {
  const userId = await idOfMember(ctx, input.userName);
  const confirmed = await confirmByCode(ctx, async (tx) => {
    const account = await lockUnconfirmed(tx, userId);
    if (!account) return null;
    await tx.em().nativeDelete(EmailConfirmation, { user: userId });
    // As if the member had opened the link of a mail.
    const codeHash = hashToken(newToken());
    const expiresAt = new Date(ctx.clock.now().getTime() + 60_000);
    await tx.em().insert(EmailConfirmation, { codeHash, user: userId, email: account.email, expiresAt });
    await appendToLog(tx, null, { action: 'member-confirmed', memberId: userId });
    return codeHash;
  });
  if (confirmed) return true;
  const { email, emailConfirmed, disabledAt } = await ctx.db.em().findOneOrFail(User, userId);
  if (email === null) throw new Refusal('invalid-email');
  if (disabledAt && !emailConfirmed) throw new Refusal('user-disabled');
  return false;
}

/** Deletes a member's account, as the member could, also while it is disabled. Throws `not-found`, `last-host`. */
export async function deleteMember(ctx: Context, input: { userName: string }): Promise<void> {
  await deleteAccount(ctx, await idOfMember(ctx, input.userName), true);
}

/** Writes all data of a member as a ZIP into `target`, and ends `target`; the log says so before it has anything. Throws `not-found`. */
export async function exportMember(ctx: Context, userId: number, target: Writable): Promise<void> {
  await ctx.db.transaction((tx) => appendToLog(tx, null, { action: 'data-exported', memberId: userId }));
  await writeExport(ctx, userId, target);
}
