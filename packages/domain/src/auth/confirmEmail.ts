import type { OwnUser } from '@kith/contracts';
import { accountQueries, EmailConfirmation, User } from '@kith/db';
import { announce, handOverJobs, recordJob } from '../afterCommit.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal, refuseConflict } from '../errors.ts';
import {
  confirmationCodesPerAddress,
  confirmationMailsPerUser,
  limit,
  reauthenticationsPerSession,
} from '../limits.ts';
import { hashToken, newToken } from '../secrets.ts';
import { readOwnUser } from '../users/readUsers.ts';
import { checkPassword } from './checkPassword.ts';
import { confirmationMail } from './confirmationMail.ts';
import { sendMail } from './sendMail.ts';

/** How long a mailed link holds. */
const confirmationDays = 3;

/** Codes that one account is mailed in that time, whatever its address is by then: nobody's inbox is flooded. */
const mostCodes = 15;

/** Stores a code for the account's address; null when it is confirmed, there is none, or codes enough were mailed. */
async function keepCode(ctx: Context, userId: number, codeHash: string) {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (em) => {
    const [account] = await ctx.db.run(accountQueries.lockForConfirmation, [userId], em);
    if (!account) return null;
    if ((await em.count(EmailConfirmation, { user: userId, expiresAt: { $gt: now } })) >= mostCodes) return null;
    const expiresAt = new Date(now.getTime() + confirmationDays * 86_400_000);
    em.persist(em.create(EmailConfirmation, { codeHash, user: userId, email: account.email, expiresAt }));
    await em.flush();
    return account;
  });
}

/** Mails the link that confirms an account's address, in its language; does nothing where there is nothing to confirm. */
export async function sendConfirmation(ctx: Context, { userId }: { userId: number }): Promise<void> {
  if (!ctx.settings.confirmEmail) return;
  const code = newToken();
  const account = await keepCode(ctx, userId, hashToken(code));
  if (!account) return;
  const link = `${ctx.settings.publicUrl}/confirm?code=${code}`;
  let sent = false;
  try {
    sent = await sendMail(ctx, { to: account.email, ...confirmationMail(account.language, account.user_name, link) });
  } finally {
    // A code that was not mailed must not count; a retry of the job has its own.
    if (!sent) await ctx.db.em().nativeDelete(EmailConfirmation, { codeHash: hashToken(code) });
  }
}

/** Queues another mail to the caller's address; does nothing once it is confirmed. Throws `rate-limited`. */
export async function requestConfirmation(ctx: Context, actor: Actor): Promise<void> {
  await limit(ctx, confirmationMailsPerUser, `member:${actor.userId}`);
  await recordJob(ctx, null, { name: 'auth.sendConfirmation', payload: { userId: actor.userId } });
  await handOverJobs(ctx);
}

/**
 * Confirms the address that a code was mailed to, once, for whoever has it, signed in or not; nothing comes of it when
 * the account has another address by then. Throws `expired-confirmation-link`, `too-many-requests`.
 */
export async function confirmEmail(ctx: Context, input: { code: string; address: string }): Promise<void> {
  await limit(ctx, confirmationCodesPerAddress, `address:${input.address}`, 'too-many-requests');
  const [user] = await ctx.db.run(accountQueries.confirmEmail, [hashToken(input.code), ctx.clock.now()]);
  if (!user) throw new Refusal('expired-confirmation-link');
  announce(ctx, { name: 'user.changed', to: null, payload: { userId: user.id } });
}

/**
 * Gives the caller another address, who proves the password, while the one they have is not confirmed; a mail goes there.
 * Links mailed to the address before are worth nothing from then on, those to a new password included. Throws
 * `incorrect-password`, `forbidden` where it is confirmed, `email-already-in-use`, `rate-limited`, `too-many-requests`, `busy`.
 */
export async function changeEmail(
  ctx: Context,
  actor: Actor,
  input: { email: string; password: string },
): Promise<OwnUser> {
  await limit(ctx, reauthenticationsPerSession, `session:${actor.sessionId}`, 'too-many-requests');
  const user = await ctx.db.em().findOne(User, { id: actor.userId }, { populate: ['passwordHash'] });
  if (user?.emailConfirmed) throw new Refusal('forbidden');
  const hash = user?.passwordHash ?? null;
  if (!(await checkPassword(ctx, actor.userId, hash, input.password)) || hash === null)
    throw new Refusal('incorrect-password');
  await ctx.limiter.reset(reauthenticationsPerSession, `session:${actor.sessionId}`);
  await limit(ctx, confirmationMailsPerUser, `member:${actor.userId}`);
  await ctx.db
    .transaction(async (em) => {
      const [changed] = await ctx.db.run(accountQueries.changeEmail, [actor.userId, input.email, hash], em);
      // Confirmed, or the password changed, while it was being checked.
      if (!changed) throw new Refusal('forbidden');
      await recordJob(ctx, em, { name: 'auth.sendConfirmation', payload: { userId: actor.userId } });
    })
    .catch((error: unknown) => refuseConflict(error, { users_email_key: 'email-already-in-use' }));
  await handOverJobs(ctx);
  announce(ctx, { name: 'user.changed', to: null, payload: { userId: actor.userId } });
  return readOwnUser(ctx, actor.userId);
}
