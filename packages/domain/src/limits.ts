import type { Context, KnownActor } from './context.ts';
import { Refusal, type RefusalCode } from './errors.ts';
import type { LimitRule } from './ports.ts';

/** Counts a call against a rule. Throws `code` with the seconds to wait once the rule is used up. */
export async function limit(
  ctx: Context,
  rule: LimitRule,
  key: string,
  code: RefusalCode = 'rate-limited',
): Promise<void> {
  const retryAfterSeconds = await ctx.limiter.consume(rule, key);
  if (retryAfterSeconds !== null) throw new Refusal(code, { retryAfterSeconds });
}

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

/** What one user may do; the figures and their reasons are in docs/limits.md. */
export const userLimits = {
  posts: { name: 'posts', points: 300, seconds: 3 * hour },
  comments: { name: 'comments', points: 60, seconds: minute },
  messages: { name: 'messages', points: 60, seconds: minute },
  follows: { name: 'follows', points: 400, seconds: 24 * hour },
  reactions: { name: 'reactions', points: 120, seconds: minute },
  likes: { name: 'likes', points: 120, seconds: minute },
  uploads: { name: 'uploads', points: 30, seconds: 30 * minute },
  invitations: { name: 'invitations', points: 30, seconds: 24 * hour },
  reports: { name: 'reports', points: 30, seconds: 24 * hour },
  exports: { name: 'exports', points: 2, seconds: 24 * hour },
  profile: { name: 'profile', points: 60, seconds: hour },
  search: { name: 'search', points: 120, seconds: minute, local: true },
  watching: { name: 'watching', points: 120, seconds: minute, local: true },
  typing: { name: 'typing', points: 60, seconds: minute, local: true },
} as const satisfies Record<string, LimitRule>;

/** What somebody who has not confirmed their address may add, beside the limits of everybody. */
export const unconfirmedLimits = {
  posts: { name: 'posts-unconfirmed', points: 10, seconds: 24 * hour },
  comments: { name: 'comments-unconfirmed', points: 30, seconds: 24 * hour },
  messages: { name: 'messages-unconfirmed', points: 30, seconds: 24 * hour },
  follows: { name: 'follows-unconfirmed', points: 30, seconds: 24 * hour },
  uploads: { name: 'uploads-unconfirmed', points: 10, seconds: 24 * hour },
  reports: { name: 'reports-unconfirmed', points: 3, seconds: 24 * hour },
} as const satisfies Partial<Record<keyof typeof userLimits, LimitRule>>;

/** Counts what a user adds. Throws `rate-limited`, and `email-unconfirmed-limit` to those who have not confirmed their address. */
export async function limitAdding(
  ctx: Context,
  actor: KnownActor,
  what: keyof typeof unconfirmedLimits,
): Promise<void> {
  const key = `member:${actor.userId}`;
  await limit(ctx, userLimits[what], key);
  if (!actor.emailConfirmed) await limit(ctx, unconfirmedLimits[what], key, 'email-unconfirmed-limit');
}

/** Every call, each of a batch for itself; per user, or per address while signed out. */
export const allCalls: LimitRule = { name: 'calls', points: 1_500, seconds: 5 * minute, local: true };

/** Failed log-ins to one account from one address, or from one browser that the account knows. */
export const logInsPerPlace: LimitRule = { name: 'log-in-place', points: 10, seconds: quarter };

/** Failed log-ins to one account from all addresses together; browsers that the account knows do not count in. */
export const logInsPerAccount: LimitRule = { name: 'log-in-account', points: 50, seconds: hour };

/** Log-ins from one address: room for a household or a school behind one router. */
export const logInsPerAddress: LimitRule = { name: 'log-in-address', points: 100, seconds: quarter };

/** Right passwords of one account, at log-in and wherever it is proved: the one count that success does not end. */
export const rightPasswords: LimitRule = { name: 'right-password', points: 60, seconds: quarter };

/** Failed re-authentications of one session. */
export const reauthenticationsPerSession: LimitRule = { name: 'reauthentication', points: 10, seconds: quarter };

/** Sign-ups from one address. */
export const signUpsPerAddress: LimitRule = { name: 'sign-up-address', points: 10, seconds: hour };

/** Reset mails asked for from one address. Those to one account are counted by its codes, see `sendPasswordReset`. */
export const resetsPerAddress: LimitRule = { name: 'reset-address', points: 20, seconds: hour };

/** Reset codes tried from one address. */
export const resetCodesPerAddress: LimitRule = { name: 'reset-code-address', points: 20, seconds: quarter };

/** Mails that ask one user to confirm an address, beyond the first. */
export const confirmationMailsPerUser: LimitRule = { name: 'confirmation-mail', points: 5, seconds: 24 * hour };

/** Asking to follow somebody who has declined: used up by the decline. */
export const askingAfterDecline: LimitRule = { name: 'follow-declined', points: 1, seconds: 24 * hour };

/** Mails to one inbox, whichever accounts cause them: counted when they are sent. */
export const mailsPerInbox: LimitRule = { name: 'mail-inbox', points: 10, seconds: 24 * hour };

/** Codes that confirm an address, tried from one address. */
export const confirmationCodesPerAddress: LimitRule = { name: 'confirmation-code', points: 20, seconds: quarter };
