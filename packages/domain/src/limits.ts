import type { Context, KnownActor } from './context.ts';
import { Refusal, type RefusalCode } from './errors.ts';
import type { LimitRule } from './ports.ts';

/**
 * Does the work and returns true, or returns false without doing it once the limit is reached. Work that fails does not count.
 */
export async function withinLimit(
  { limiter }: Pick<Context, 'limiter'>,
  rule: LimitRule,
  key: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  if ((await limiter.consume(rule, key)) !== null) return false;
  try {
    await work();
  } catch (error) {
    await limiter.consume(rule, key, -1);
    throw error;
  }
  return true;
}

/** Counts a call against a rate limit. Throws `code` with the seconds to wait once the limit is exceeded. */
export async function limit(
  ctx: Context,
  rule: LimitRule,
  key: string,
  code: RefusalCode = 'rate-limited',
): Promise<void> {
  const retryAfterSeconds = await ctx.limiter.consume(rule, key);
  if (retryAfterSeconds !== null) throw new Refusal(code, { retryAfterSeconds });
}

/** A token may use up two thirds of its owner's limit, so that the owner always has the rest. */
const shareOfToken = (rule: LimitRule): LimitRule => ({
  ...rule,
  name: `${rule.name}-token`,
  points: Math.ceil((rule.points * 2) / 3),
});

/** Counts a call against the member and, if the call uses an access token, against the token. Throws the errors of `limit`. */
export async function limitMember(
  ctx: Context,
  rule: LimitRule,
  { userId, token }: Pick<KnownActor, 'userId' | 'token'>,
  code?: RefusalCode,
): Promise<void> {
  if (token) await limit(ctx, shareOfToken(rule), `token:${token.id}`, code);
  await limit(ctx, rule, `member:${userId}`, code);
}

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

/** The limits per user; docs/security.md gives the numbers and their reasons. */
export const userLimits = {
  posts: { name: 'posts', points: 300, seconds: 3 * hour },
  comments: { name: 'comments', points: 60, seconds: minute },
  messages: { name: 'messages', points: 60, seconds: minute },
  chats: { name: 'chats', points: 120, seconds: hour },
  follows: { name: 'follows', points: 400, seconds: 24 * hour },
  reactions: { name: 'reactions', points: 120, seconds: minute },
  likes: { name: 'likes', points: 120, seconds: minute },
  uploads: { name: 'uploads', points: 100, seconds: 30 * minute },
  invitations: { name: 'invitations', points: 30, seconds: 24 * hour },
  testMails: { name: 'test-mails', points: 20, seconds: hour },
  tokens: { name: 'tokens', points: 30, seconds: 24 * hour },
  webhooks: { name: 'webhooks', points: 60, seconds: hour },
  reports: { name: 'reports', points: 30, seconds: 24 * hour },
  exports: { name: 'exports', points: 2, seconds: 24 * hour },
  downloads: { name: 'downloads', points: 30, seconds: hour },
  calendars: { name: 'calendars', points: 60, seconds: hour },
  years: { name: 'years', points: 20, seconds: 24 * hour },
  imports: { name: 'imports', points: 10, seconds: 24 * hour },
  profile: { name: 'profile', points: 60, seconds: hour },
  previews: { name: 'previews', points: 120, seconds: quarter, local: true },
  search: { name: 'search', points: 120, seconds: minute, local: true },
  watching: { name: 'watching', points: 120, seconds: minute, local: true },
  typing: { name: 'typing', points: 60, seconds: minute, local: true },
} as const satisfies Record<string, LimitRule>;

/** The additional limits of users with an unconfirmed e-mail address. */
export const unconfirmedLimits = {
  posts: { name: 'posts-unconfirmed', points: 10, seconds: 24 * hour },
  comments: { name: 'comments-unconfirmed', points: 30, seconds: 24 * hour },
  messages: { name: 'messages-unconfirmed', points: 30, seconds: 24 * hour },
  chats: { name: 'chats-unconfirmed', points: 10, seconds: 24 * hour },
  follows: { name: 'follows-unconfirmed', points: 30, seconds: 24 * hour },
  uploads: { name: 'uploads-unconfirmed', points: 30, seconds: 24 * hour },
  reports: { name: 'reports-unconfirmed', points: 3, seconds: 24 * hour },
} as const satisfies Partial<Record<keyof typeof userLimits, LimitRule>>;

/**
 * Counts a call that creates something. Throws `rate-limited`, and `email-unconfirmed-limit` for users with an unconfirmed
 * e-mail address.
 */
export async function limitCreation(
  ctx: Context,
  actor: KnownActor,
  what: keyof typeof unconfirmedLimits,
): Promise<void> {
  await limitMember(ctx, userLimits[what], actor);
  if (!actor.emailConfirmed) await limitMember(ctx, unconfirmedLimits[what], actor, 'email-unconfirmed-limit');
}

/** Messages to one group, from all its members together. */
export const messagesPerGroup: LimitRule = { name: 'group-messages', points: 300, seconds: minute, local: true };

/** All calls of a user, or of an IP address without a session; each call of a batch counts. */
export const allCalls: LimitRule = { name: 'calls', points: 1_500, seconds: 5 * minute, local: true };

/** Unknown session and access tokens from one IP address, each of which is looked up in the database. */
export const unknownTokens: LimitRule = {
  name: 'unknown-token',
  points: 300,
  seconds: 5 * minute,
  local: true,
  hiddenUntilExhausted: true,
};

/** Requests from one IP address for files of pictures, videos and voice messages that are not there or not for the caller. */
export const missingPictures: LimitRule = {
  name: 'missing-picture',
  points: 1_500,
  seconds: 5 * minute,
  local: true,
  hiddenUntilExhausted: true,
};

/** Failed log-ins to one account from one IP address, or from one browser that the account knows. */
export const logInsPerAccountAndSource: LimitRule = { name: 'log-in-place', points: 10, seconds: quarter };

/** Failed log-ins to one account from all IP addresses together, without those of known browsers. */
export const logInsPerAccount: LimitRule = {
  name: 'log-in-account',
  points: 50,
  seconds: hour,
  hiddenUntilExhausted: true,
};

/** Log-ins from one IP address: enough for a household or a school behind one router. */
export const logInsPerAddress: LimitRule = { name: 'log-in-address', points: 100, seconds: quarter };

/** Correct passwords of one account, at log-in and elsewhere; a success does not reset this count. */
export const correctPasswords: LimitRule = {
  name: 'right-password',
  points: 60,
  seconds: quarter,
  hiddenUntilExhausted: true,
};

/**
 * Wrong codes of one account's authenticator app; each known browser has a limit of its own. A guess is right with a probability
 * of 1 in 330,000, so guesses at this rate succeed once in 30 years.
 */
export const secondFactorsPerAccount: LimitRule = {
  name: 'second-factor',
  points: 30,
  seconds: 24 * hour,
  hiddenUntilExhausted: true,
};

/** Failed re-authentications of one session. */
export const reauthenticationsPerSession: LimitRule = { name: 'reauthentication', points: 10, seconds: quarter };

/** Sign-ups from one IP address. */
export const signUpsPerAddress: LimitRule = { name: 'sign-up-address', points: 10, seconds: hour };

/**
 * Reset mails requested from one IP address. Mails to one account are limited by the number of its valid codes, in
 * passwordReset.ts.
 */
export const resetsPerAddress: LimitRule = { name: 'reset-address', points: 20, seconds: hour };

/** Attempts at password reset codes from one IP address. */
export const resetCodesPerAddress: LimitRule = { name: 'reset-code-address', points: 20, seconds: quarter };

/** Additional confirmation mails for one user. */
export const confirmationMailsPerUser: LimitRule = { name: 'confirmation-mail', points: 5, seconds: 24 * hour };

/** Follow requests to a member who has declined one: the decline uses up the limit. */
export const followRequestsAfterDecline: LimitRule = {
  name: 'follow-declined',
  points: 1,
  seconds: 24 * hour,
  always: true,
};

/**
 * Follow requests that a member makes again to another after withdrawing them or unfollowing: each rings at the other member's
 * devices. Each request that was made counts, so that the first is free.
 */
export const followRequestsAgain: LimitRule = { name: 'follow-again', points: 5, seconds: 24 * hour };

/** Mails to one account about log-ins from unknown browsers: half of `mailsPerInbox`, so that other mails still arrive. */
export const signInMailsPerAccount: LimitRule = {
  name: 'sign-in-mail',
  points: 5,
  seconds: 24 * hour,
  hiddenUntilExhausted: true,
};

/** Mails about webhooks that are switched off, to one account. */
export const webhookMailsPerAccount: LimitRule = {
  name: 'webhook-mail',
  points: 3,
  seconds: 24 * hour,
  hiddenUntilExhausted: true,
};

/** Mails to one inbox over all accounts, counted when they are sent. */
export const mailsPerInbox: LimitRule = { name: 'mail-inbox', points: 10, seconds: 24 * hour };

/** Mails of one kind to one address about the security of its account, counted apart, so that strangers cannot use them up. */
export const securityMailsPerAddress: LimitRule = { name: 'security-mail', points: 10, seconds: 24 * hour };

/** Attempts at e-mail confirmation codes from one IP address. */
export const confirmationCodesPerAddress: LimitRule = { name: 'confirmation-code', points: 20, seconds: quarter };
