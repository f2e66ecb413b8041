import { PasswordReset, SignInNotice, sessionQueries, signInNoticeQueries } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { withdrawResetLinksBy } from '../host/hosts.ts';
import { notEnded } from '../imports/uploads.ts';
import { limit, resetCodesPerAddress, signInMailsPerAccount, withinLimit } from '../limits.ts';
import { queueRecordedJobs } from '../pendingJobs.ts';
import { hashToken, newToken } from '../secrets.ts';
import { removeWithFolders } from '../sweepFolders.ts';
import { resetMinutes } from './passwordReset.ts';
import { sendMail } from './sendMail.ts';
import { signInMail } from './signInMail.ts';

/**
 * Mails the notice of a log-in from an unknown browser, with a link that ends its session. Only a confirmed address gets such
 * mails, and only a few a day; the member is notified in the app in any case.
 */
export async function sendSignInNotice(ctx: Context, { noticeId }: { noticeId: number }): Promise<void> {
  const code = newToken();
  const em = ctx.db.em();
  // An unconfirmed address may belong to a stranger.
  const user = { deletedAt: null, disabledAt: null, emailConfirmed: true };
  const notice = await em.findOne(SignInNotice, { id: noticeId, user }, { populate: ['user'] });
  if (!notice?.user.email) return;
  const { id: userId, email, language, timeZone, userName } = notice.user;
  // A retry replaces the code of the mail that failed.
  await em.nativeUpdate(SignInNotice, { id: noticeId }, { codeHash: hashToken(code), email });
  const link = `${ctx.settings.publicUrl}/not-me?code=${code}`;
  const about = { userAgent: notice.device, at: notice.createdAt, timeZone: timeZone ?? 'UTC' };
  const mail = { to: email, ...(await signInMail(ctx, language, userName ?? '', link, about)) };
  await withinLimit(ctx, signInMailsPerAccount, `account:${userId}`, () =>
    sendMail(ctx, mail, { security: 'signIn', confirmed: true }),
  );
}

/**
 * Clears the account of all that somebody who logged in without the member's consent could have left: ends every session, and
 * deletes access tokens, webhooks, known browsers, imports that have not ended, and the passkeys, invitations, recovery codes and
 * the second factor added since the first log-in from an unknown browser in the last seven days. The mailed code works only once. Returns a code that
 * sets a new password, or null if an identity provider signs the member in. Anybody who reads the account's mails could request
 * such a code anyway. Throws `expired-confirmation-link`, `too-many-requests`.
 */
export async function denySignIn(
  ctx: Context,
  input: { code: string; address: string },
): Promise<{ oobCode: string | null }> {
  await limit(ctx, resetCodesPerAddress, `address:${input.address}`, 'too-many-requests');
  const oobCode = newToken();
  const denied = await ctx.db.transaction(async (tx) => {
    const [notice] = await tx.run(signInNoticeQueries.deny, [hashToken(input.code)]);
    if (!notice) throw new Refusal('expired-confirmation-link');
    await tx.run(sessionQueries.end, [notice.user_id, null, true]);
    await tx.em().nativeDelete(PasswordReset, { user: notice.user_id });
    await withdrawResetLinksBy(tx, notice.user_id);
    await removeWithFolders(tx, 'imports', { user: notice.user_id, ...notEnded });
    if (notice.auth_provider === 'email') {
      const expiresAt = new Date(ctx.clock.now().getTime() + resetMinutes * 60_000);
      const { user_id: user, email } = notice;
      tx.em().persist(tx.em().create(PasswordReset, { codeHash: hashToken(oobCode), user, email, expiresAt }));
      await tx.em().flush();
    }
    return notice;
  });
  void announce(ctx, { name: 'session.ended', to: null, payload: { userId: denied.user_id, sessionIds: 'all' } });
  await queueRecordedJobs(ctx);
  return { oobCode: denied.auth_provider === 'email' ? oobCode : null };
}
