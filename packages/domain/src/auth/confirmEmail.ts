import type { OwnUser } from '@kith/contracts';
import { accountQueries, EmailConfirmation, type Transaction, User } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal, refuseConflict } from '../errors.ts';
import { announceJoined } from '../invitations.ts';
import {
  confirmationCodesPerAddress,
  confirmationMailsPerUser,
  limit,
  reauthenticationsPerSession,
} from '../limits.ts';
import { scheduleDelivery } from '../notifications.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { hashToken, newToken } from '../secrets.ts';
import { readOwnUser } from '../users/readUsers.ts';
import { checkPassword } from './checkPassword.ts';
import { linkMail } from './linkMail.ts';
import { sendMail } from './sendMail.ts';

/** How long a mailed link is valid, in days. */
const confirmationDays = 3;

/**
 * The maximum number of codes mailed to one account within `confirmationDays`, even if its address changes, so that no inbox is
 * flooded.
 */
const maxCodes = 15;

/**
 * Locks an active account whose address is not confirmed; null if it is not such a one. Concurrent requests for a code then run one
 * after the other, and each counts the codes of the earlier ones.
 */
export async function lockUnconfirmed(tx: Transaction, userId: number) {
  const [locked] = await tx.run(accountQueries.lock, [userId]);
  const account = locked && (await tx.em().findOne(User, { id: userId, emailConfirmed: false }));
  return account?.email ? { email: account.email, userName: account.userName ?? '', language: account.language } : null;
}

/**
 * Stores a code for the account's address. Returns null if the account is deleted, disabled or already confirmed, has no
 * address, or has `maxCodes` valid codes.
 */
async function storeCode(ctx: Context, userId: number, codeHash: string) {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const account = await lockUnconfirmed(tx, userId);
    if (!account) return null;
    if ((await tx.em().count(EmailConfirmation, { user: userId, expiresAt: { $gt: now } })) >= maxCodes) return null;
    const expiresAt = new Date(now.getTime() + confirmationDays * 86_400_000);
    tx.em().persist(tx.em().create(EmailConfirmation, { codeHash, user: userId, email: account.email, expiresAt }));
    await tx.em().flush();
    return account;
  });
}

/**
 * Mails the confirmation link to an account's address, in the account's language. Does nothing if this server sends no such
 * mails, if the address is confirmed, if the account is deleted or disabled, or if a limit of mails is reached.
 */
export async function sendConfirmation(ctx: Context, { userId }: { userId: number }): Promise<void> {
  if (!ctx.settings.confirmEmail) return;
  const code = newToken();
  const account = await storeCode(ctx, userId, hashToken(code));
  if (!account) return;
  const link = `${ctx.settings.publicUrl}/confirm?code=${code}`;
  let sent = false;
  try {
    sent = await sendMail(ctx, {
      to: account.email,
      ...(await linkMail(ctx, 'confirmation', account.language, account.userName, link)),
    });
  } finally {
    // A code that could not be mailed must not count; a retry of the job creates another code.
    if (!sent) await ctx.db.em().nativeDelete(EmailConfirmation, { codeHash: hashToken(code) });
  }
}

/**
 * Queues another confirmation mail to the caller. The job sends nothing if the address is already confirmed. Throws
 * `rate-limited`.
 */
export async function requestConfirmation(ctx: Context, actor: Actor): Promise<void> {
  await limit(ctx, confirmationMailsPerUser, `member:${actor.userId}`);
  await recordJob(ctx.db, { name: 'auth.sendConfirmation', payload: { userId: actor.userId } });
  await queueRecordedJobs(ctx);
}

/**
 * Confirms the address of the code whose hash `findCode` returns, and notifies the inviter; false without a hash. Throws
 * `expired-confirmation-link`.
 */
export async function confirmByCode(
  ctx: Context,
  findCode: (tx: Transaction) => Promise<string | null>,
): Promise<boolean> {
  const userId = await ctx.db.transaction(async (tx) => {
    const codeHash = await findCode(tx);
    if (codeHash === null) return null;
    const [confirmed] = await tx.run(accountQueries.confirmEmail, [codeHash, ctx.clock.now()]);
    if (!confirmed) throw new Refusal('expired-confirmation-link');
    await announceJoined(tx, confirmed.id);
    return confirmed.id;
  });
  if (userId === null) return false;
  await scheduleDelivery(ctx);
  await announce(ctx, { name: 'user.changed', to: null, payload: { userId } });
  return true;
}

/**
 * Confirms the address that a code was mailed to; the caller need not be signed in. Throws `expired-confirmation-link` if the
 * code has expired, was used before or was mailed to a former address of the account, and `too-many-requests`.
 */
export async function confirmEmail(ctx: Context, input: { code: string; address: string }): Promise<void> {
  await limit(ctx, confirmationCodesPerAddress, `address:${input.address}`, 'too-many-requests');
  await confirmByCode(ctx, async () => hashToken(input.code));
}

/**
 * Changes the caller's unconfirmed address after checking the password, and mails a link to the new one. Links mailed to the
 * old address become invalid, password resets included. Throws `incorrect-password`, `forbidden` if the address is confirmed or
 * the account has changed meanwhile, `email-already-in-use`, `rate-limited`, `too-many-requests`, `busy`.
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
    .transaction(async (tx) => {
      const verified = {
        id: actor.userId,
        passwordHash: hash,
        emailConfirmed: false,
        deletedAt: null,
        disabledAt: null,
      };
      const changed = await tx.em().nativeUpdate(User, verified, { email: input.email });
      // The address was confirmed, the password changed, or the account disabled or deleted in the meantime.
      if (changed === 0) throw new Refusal('forbidden');
      await recordJob(tx, { name: 'auth.sendConfirmation', payload: { userId: actor.userId } });
    })
    .catch((error: unknown) => refuseConflict(error, { users_email_key: 'email-already-in-use' }));
  await queueRecordedJobs(ctx);
  void announce(ctx, { name: 'user.changed', to: null, payload: { userId: actor.userId } });
  return readOwnUser(ctx, actor.userId);
}
