import { randomBytes } from 'node:crypto';
import type { SecondFactorSetUp, SecondFactorState } from '@kith/contracts';
import { accountQueries, LogInChallenge, now, RecoveryCode, SecondFactor, type Transaction } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Actor, Context, KnownActor } from '../context.ts';
import { encryptSecret } from '../encryption.ts';
import { Refusal } from '../errors.ts';
import { appendToLog } from '../host/hosts.ts';
import { limit, reauthenticationsPerSession } from '../limits.ts';
import { hashToken } from '../secrets.ts';
import { idOfMember, lockCaller } from './actor.ts';
import { requireProof } from './passkeys.ts';
import { isAppCode, newSecret, stepOfCode } from './totp.ts';

/** How long a secret can be confirmed after it was created, in seconds. */
const setUpSeconds = 3_600;

const recoveryCodes = 10;

/** All letters and digits except i, l, o and 1, which are easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789';

/** A recovery code of 80 random bits in four groups. */
const newRecoveryCode = (): string =>
  [...randomBytes(16)]
    .map((byte, index) => (index > 0 && index % 4 === 0 ? '-' : '') + alphabet[byte % alphabet.length])
    .join('');

/** The stored form of a recovery code: letter case, spaces and hyphens make no difference. */
export const hashRecoveryCode = (code: string): string => hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));

/**
 * Returns the state of the caller's second factor. `required` is true for a moderator where moderators need one, except in a
 * session that was authenticated by a passkey.
 */
export async function readSecondFactor(ctx: Context, actor: Actor): Promise<SecondFactorState> {
  const [row] = await ctx.db.run(accountQueries.role, [actor.userId, actor.sessionId]);
  return {
    enabledAt: row?.confirmed_at ?? null,
    recoveryCodesLeft: row?.codes_left ?? 0,
    required: ctx.settings.moderatorsNeedSecondFactor && row?.moderator === true && !row.proved_by_passkey,
  };
}

/** Whether the member's authenticator app is confirmed. */
export const hasSecondFactor = async (tx: Transaction, user: number): Promise<boolean> =>
  (await tx.em().count(SecondFactor, { user, confirmedAt: { $ne: null } })) > 0;

/**
 * Runs a change of the caller's second factor. A lock serialises concurrent changes. Throws `unauthenticated` and the errors of
 * `requireProof`.
 */
const change = <T>(
  ctx: Context,
  actor: Actor,
  run: (tx: Transaction, owner: { userName: string; has: boolean }) => Promise<T>,
) =>
  ctx.db.transaction(async (tx) => {
    const owner = await lockCaller(tx, actor);
    await requireProof(ctx, actor, tx);
    return run(tx, { userName: owner.user_name ?? '', has: await hasSecondFactor(tx, owner.id) });
  });

/**
 * Creates a secret for the caller's authenticator app, which takes effect once a code confirms it. Throws
 * `reauthentication-required`, `second-factor-on`, `email-unconfirmed`.
 */
export const beginSecondFactor = (ctx: Context, actor: KnownActor): Promise<SecondFactorSetUp> =>
  change(ctx, actor, async (tx, { userName, has }) => {
    if (!actor.emailConfirmed) throw new Refusal('email-unconfirmed');
    if (has) throw new Refusal('second-factor-on');
    const made = newSecret(ctx, userName);
    const secret = await encryptSecret(ctx, 'secondFactors', actor.userId, made.secret);
    // A secret that was never confirmed is replaced.
    await tx.em().nativeDelete(SecondFactor, { user: actor.userId });
    await tx.em().insert(SecondFactor, { user: actor.userId, secret });
    return made;
  });

async function replaceCodes(tx: Transaction, userId: number): Promise<{ recoveryCodes: string[] }> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  await tx.em().nativeDelete(RecoveryCode, { user: userId });
  const rows = codes.map((code) => ({ user: userId, codeHash: hashRecoveryCode(code) }));
  await tx.em().insertMany(RecoveryCode, rows);
  return { recoveryCodes: codes };
}

/**
 * Switches the second factor on with a first code of the app, and returns the recovery codes, which are stored hashed and shown
 * only here. Throws `wrong-code`, `too-many-requests`, `unauthenticated`, and `not-found` if there is no secret to confirm.
 */
export async function confirmSecondFactor(
  ctx: Context,
  actor: Actor,
  input: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const key = `session:${actor.sessionId}`;
  await limit(ctx, reauthenticationsPerSession, key, 'too-many-requests');
  const begun = { user: actor.userId, confirmedAt: null, createdAt: { $gt: now(-setUpSeconds) } };
  const factor = await ctx.db.em().findOne(SecondFactor, begun);
  if (!factor) throw new Refusal('not-found');
  const code = input.code.replace(/\s/g, '');
  const step = isAppCode(code) ? await stepOfCode(ctx, actor.userId, factor.secret, code) : null;
  if (step === null) throw new Refusal('wrong-code');
  await ctx.limiter.consume(reauthenticationsPerSession, key, -1);
  const made = await ctx.db.transaction(async (tx) => {
    await lockCaller(tx, actor);
    const checked = { user: actor.userId, secret: factor.secret, confirmedAt: null };
    const confirmed = await tx.em().nativeUpdate(SecondFactor, checked, { confirmedAt: now(), lastStep: step });
    if (confirmed === 0) throw new Refusal('not-found');
    return replaceCodes(tx, actor.userId);
  });
  void announce(ctx, { name: 'user.changed', to: null, payload: { userId: actor.userId } });
  return made;
}

/**
 * Replaces the caller's recovery codes by ten new ones. Throws `reauthentication-required`, and `not-found` if the caller has
 * no second factor.
 */
export const renewRecoveryCodes = (ctx: Context, actor: Actor): Promise<{ recoveryCodes: string[] }> =>
  change(ctx, actor, async (tx, { has }) => {
    if (!has) throw new Refusal('not-found');
    return replaceCodes(tx, actor.userId);
  });

/** Deletes a locked member's second factor, with the recovery codes and the log-ins that wait for a code. */
export async function deleteSecondFactor(tx: Transaction, user: number): Promise<void> {
  await tx.em().nativeDelete(RecoveryCode, { user });
  await tx.em().nativeDelete(LogInChallenge, { user });
  await tx.em().nativeDelete(SecondFactor, { user });
}

/** Switches the caller's second factor off. Throws `reauthentication-required`, and `not-found` if the caller has none. */
export async function removeSecondFactor(ctx: Context, actor: Actor): Promise<void> {
  await change(ctx, actor, async (tx, { has }) => {
    if (!has) throw new Refusal('not-found');
    await deleteSecondFactor(tx, actor.userId);
  });
  void announce(ctx, { name: 'user.changed', to: null, payload: { userId: actor.userId } });
}

/**
 * For operators: removes the second factor of a member who lost it, and writes that into the log of hosts. Returns false if the member
 * has none. Throws `not-found` if there is no such member.
 */
export async function removeSecondFactorAsOperator(ctx: Context, input: { userName: string }): Promise<boolean> {
  const user = await idOfMember(ctx, input.userName);
  const removed = await ctx.db.transaction(async (tx) => {
    await tx.run(accountQueries.lock, [user]);
    const had = await hasSecondFactor(tx, user);
    await deleteSecondFactor(tx, user);
    if (had) await appendToLog(tx, null, { action: 'second-factor-removed', memberId: user });
    return had;
  });
  if (removed) await announce(ctx, { name: 'user.changed', to: null, payload: { userId: user } });
  return removed;
}
