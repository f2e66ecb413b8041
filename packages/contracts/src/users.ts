import * as z from 'zod/mini';
import {
  count,
  id,
  isExternalUrl,
  key,
  oneLine,
  optionalText,
  pageInput,
  printable,
  storable,
  time,
  timeZone,
} from './common.ts';
import { followState } from './follows.ts';
import { maxLengths, maxLinks, minUserNameLength } from './lengths.ts';
import type { ValidationKey } from './validation.ts';
import { visibleText } from './visibleText.ts';

const userNameRules = (forbidden: ValidationKey) =>
  z.string(key('username-too-short')).check(
    z.minLength(minUserNameLength, key('username-too-short')),
    z.maxLength(maxLengths.userName, key('username-too-long')),
    z.refine((v) => !/\s/.test(v), key('username-has-spaces')),
    z.refine((v) => !v.includes('@'), key('username-has-at')),
    z.regex(/^[A-Za-z0-9_.-]*$/, key(forbidden)),
  );

/** A username at sign-up and in the profile editor. */
export const userName = userNameRules('username-forbidden-symbols');

/** A username chosen after a sign-in at an identity provider; the error message of the last rule is worded differently. */
export const userNameStep = userNameRules('username-forbidden-symbol');

/** The name by which a member is called, trimmed, in any script. '' and null remove it. */
const displayName = z.string(key('invalid-input')).check(
  z.trim(),
  z.maxLength(maxLengths.displayName, key('display-name-too-long')),
  oneLine('display-name-forbidden'),
  z.refine((v) => v === '' || visibleText(v) !== '', key('display-name-forbidden')),
);

const passwordPattern = /^(?=.*[A-Za-z])(?=.*[0-9])(?=.*[!$@%])[A-Za-z0-9!$@%]{6,128}$/;

/** A password at sign-up. */
export const password = z.string(key('password-rule')).check(z.regex(passwordPattern, key('password-rule')));

/** A password on the reset page; the error message is worded differently from the one at sign-up. */
export const resetPassword = z
  .string(key('password-rule-reset'))
  .check(z.regex(passwordPattern, key('password-rule-reset')));

/** An e-mail address, stored as typed and compared case-insensitively. */
export const email = z
  .string(key('invalid-email'))
  .check(
    z.trim(),
    z.maxLength(maxLengths.email, key('invalid-email')),
    z.regex(/^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+\.[^\s@<>"(),:;\\.]+$/, key('invalid-email')),
    printable('invalid-email'),
  );

export const identityUid = z.string(key('invalid-uid')).check(z.regex(/^[A-Za-z0-9_-]{6,128}$/, key('invalid-uid')));

export const language = z.enum(['en', 'es', 'pl'], key('invalid-input'));
export const signUpInput = z.object({
  userName,
  email,
  password,
  firebaseUid: z.optional(identityUid),
  language: z.optional(language),
  /** The code of the invitation link, if one is needed. */
  invitation: z.optional(z.string(key('invalid-input')).check(z.maxLength(200, key('invalid-input')))),
});

export const authProvider = z.enum(['email', 'google']);

/** A user in lists. `profilePicture` ends in `/256.webp`; 64, 128 and 512 are in the same folder. */
export const userSummary = z.object({
  userId: id,
  userName: z.string(),
  /** The name by which the user wants to be called; null if the user has not chosen one. */
  displayName: z.nullable(z.string()),
  profilePicture: z.nullable(z.string()),
});
export type UserSummary = z.output<typeof userSummary>;

/** Only accepted followers may see a private user's posts and lists of people. */
export const visibility = z.enum(['public', 'private'], key('invalid-input'));
export type Visibility = z.output<typeof visibility>;

/** Who may start a chat with a user: everyone, those whom the user follows, or nobody. Existing chats continue. */
export const messagesFrom = z.enum(['everyone', 'following', 'nobody'], key('invalid-input'));
export type MessagesFrom = z.output<typeof messagesFrom>;

/**
 * Whether a user's public profile and posts can be read without a session, on a server with public pages. `off`: no. `shown`:
 * yes. `listed`: yes, and search engines may index them.
 */
export const publicPages = z.enum(['off', 'shown', 'listed'], key('invalid-input'));
export type PublicPages = z.output<typeof publicPages>;

/** A day of the year, without a year. One on 29 February is celebrated on the 28th in other years. */
const birthday = z.object({ month: count, day: count });

/** The longest days of the months: 2000 was a leap year. */
const isDayOfYear = ({ month, day }: z.output<typeof birthday>) =>
  day <= new Date(Date.UTC(2000, month, 0)).getUTCDate();

/** Strict, so that nobody believes that a year would be kept. */
const givenBirthday = z
  .strictObject({
    month: z.int(key('invalid-input')).check(z.minimum(1, key('invalid-input')), z.maximum(12, key('invalid-input'))),
    day: z.int(key('invalid-input')).check(z.minimum(1, key('invalid-input')), z.maximum(31, key('invalid-input'))),
  })
  .check(z.refine(isDayOfYear, key('invalid-input')));

/** Whom a birthday is shown to: followers whom the member also follows, all followers, or nobody. */
export const birthdayFor = z.enum(['friends', 'followers', 'nobody'], key('invalid-input'));
export type BirthdayFor = z.output<typeof birthdayFor>;

/** A link in a profile. `verified`: the linked page links back to the profile with `rel="me"`. */
export const profileLink = z.object({ url: z.string(), verified: z.boolean() });
export type ProfileLinkView = z.output<typeof profileLink>;

/** A user's profile, as the caller sees it. */
export const userProfile = z.extend(userSummary, {
  bio: z.string(),
  links: z.array(profileLink),
  postsCount: count,
  followersCount: count,
  followingCount: count,
  followedByMe: z.boolean(),
  followState,
  visibility,
  followsMe: z.boolean(),
  mutedByMe: z.boolean(),
  /** Null if there is none, or if it is not shown to the caller. */
  birthday: z.nullable(birthday),
  createdAt: time,
});
export type UserProfile = z.output<typeof userProfile>;

/** The caller's own account. */
export const ownUser = z.extend(userProfile, {
  /** Null if another member has proved to own the address before this member confirmed it. */
  email: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  firebaseUid: z.string(),
  authProvider,
  messagesFrom,
  publicPages,
  birthdayFor,
  /** The IANA name of the zone in which reminders come; null if it is not known. */
  timeZone: z.nullable(z.string()),
  moderator: z.boolean(),
  /** Whether the member is one of the hosts, who run the server. */
  host: z.boolean(),
  /** Whether the member has not yet finished or skipped the first steps that the web app shows after the first log-in. */
  newcomer: z.boolean(),
  /** The time of the newest post that the user has seen in the feed, on any device. */
  feedReadAt: z.nullable(time),
});
export type OwnUser = z.output<typeof ownUser>;

/** A user in a list of people, with the caller's relation to that user. */
export const userListItem = z.extend(userSummary, {
  bio: z.string(),
  followedByMe: z.boolean(),
  followState,
  visibility,
});
export type UserListItem = z.output<typeof userListItem>;

export const userByIdInput = z.object({ userId: id });
export const userByNameInput = z.object({
  userName: z.string(key('invalid-input')).check(z.maxLength(64, key('invalid-input')), storable('invalid-input')),
});
export const userByUidInput = z.object({
  firebaseUid: z.string(key('invalid-uid')).check(z.maxLength(128, key('invalid-uid')), storable('invalid-uid')),
});
export const searchUsersInput = z.extend(pageInput, {
  query: z.string(key('invalid-input')).check(z.maxLength(100, key('query-too-long')), storable('text-not-storable')),
});
export const updateUserInput = z.object({
  userId: id,
  userName: z.optional(userName),
  displayName: z.optional(z.nullable(displayName)),
  bio: z.optional(optionalText(maxLengths.bio, 'bio-too-long')),
  /** All links of the profile, in order. */
  links: z.optional(
    z
      .array(
        z
          .string(key('outside-address'))
          .check(
            z.trim(),
            z.maxLength(maxLengths.link, key('outside-address')),
            printable('outside-address'),
            z.refine(isExternalUrl, key('outside-address')),
          ),
        key('invalid-input'),
      )
      .check(z.maxLength(maxLinks, key('invalid-input'))),
  ),
  visibility: z.optional(visibility),
  messagesFrom: z.optional(messagesFrom),
  publicPages: z.optional(publicPages),
  birthday: z.optional(z.nullable(givenBirthday)),
  birthdayFor: z.optional(birthdayFor),
  timeZone: z.optional(timeZone),
  /** False records that the first steps are finished or skipped; this cannot be undone. */
  newcomer: z.optional(z.literal(false, key('invalid-input'))),
});
export type UpdateUser = z.output<typeof updateUserInput>;
export const userPageInput = z.extend(pageInput, { userId: id });
