import type { ResetLink } from '@kith/contracts';
import { accountQueries, Notification, now, PasswordReset, User } from '@kith/db';
import { announceNotification } from '../afterCommit.ts';
import { linkMail } from '../auth/linkMail.ts';
import { resetMinutes } from '../auth/passwordReset.ts';
import { sendMail } from '../auth/sendMail.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { hashToken, newToken } from '../secrets.ts';
import { findMember, type MemberChange } from './changeMembers.ts';
import { appendToLog, type HostOrOperator, requireFreshHost, withHostsLock } from './hosts.ts';

/**
 * Makes a link by which a member sets a new password, once and within an hour; an earlier one becomes invalid. Its use does not prove
 * the member's address. The member is notified, also by mail, if the account has an address. Throws `forbidden`,
 * `reauthentication-required`, `own-account`, `not-found`, `user-disabled`, and `google-account` for a member who has no password.
 */
export async function makeResetLink(ctx: Context, by: HostOrOperator, input: MemberChange): Promise<ResetLink> {
  if (by) await requireFreshHost(ctx, by);
  const code = newToken();
  await withHostsLock(ctx, by, async (tx) => {
    const member = await findMember(tx, by, input.userId);
    if (member.disabledAt) throw new Refusal('user-disabled');
    if (member.authProvider === 'google') throw new Refusal('google-account');
    await tx.run(accountQueries.lock, [member.id]);
    await tx.em().nativeDelete(PasswordReset, { user: member.id, mailed: false });
    await tx.em().insert(PasswordReset, {
      codeHash: hashToken(code),
      user: member.id,
      email: member.email,
      mailed: false,
      expiresAt: new Date(ctx.clock.now().getTime() + resetMinutes * 60_000),
    });
    await appendToLog(tx, by, { action: 'reset-link-made', memberId: member.id, details: input.reason ?? '' });
    // One notification a day, unread after each link; the lock serialises them.
    const day = ctx.clock.now().toISOString().slice(0, 10);
    const notification = { recipient: member.id, kind: 'resetLink' as const, day };
    const repeated = await tx.em().nativeUpdate(Notification, notification, { updatedAt: now(), readAt: null });
    if (repeated === 0) await tx.em().insert(Notification, { ...notification, actorsCount: 0 });
    await recordJob(tx, { name: 'auth.sendResetLinkNotice', payload: { userId: member.id } });
  });
  await queueRecordedJobs(ctx);
  await announceNotification(ctx, input.userId);
  return { url: `${ctx.settings.publicUrl}/resetpassword?oobCode=${code}` };
}

/** Mails a member that a host has made a link for a new password. The mail does not contain the link. */
export async function sendResetLinkNotice(ctx: Context, { userId }: { userId: number }): Promise<void> {
  const member = await ctx.db.em().findOne(User, { id: userId, deletedAt: null });
  if (!member?.email) return;
  const link = `${ctx.settings.publicUrl}/account?popup=devices`;
  const mail = {
    to: member.email,
    ...(await linkMail(ctx, 'resetLink', member.language, member.userName ?? '', link)),
  };
  await sendMail(ctx, mail, { security: 'resetLink', confirmed: member.emailConfirmed });
}
