import { defineEntity, p } from '@mikro-orm/core';
import { id, index, insertTime, time, uniqueIndex } from './columns.ts';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: id(),
    /** Null only for deleted accounts; unique regardless of case (users_user_name_key). */
    userName: p.text().nullable(),
    displayName: p.text().nullable(),
    /** The display name without case and accents (`foldName` in the contracts), by which members find it. */
    searchName: p.text().nullable(),
    /**
     * Null for deleted accounts, and if the real owner of an unconfirmed address claimed it; unique regardless of case
     * (users_email_key).
     */
    email: p.text().nullable(),
    emailConfirmed: p.boolean().default(true),
    identityUid: p.text().unique(),
    authProvider: p.enum(['email', 'google'] as const),
    passwordHash: p.text().nullable().lazy(),
    bio: p.text().default(''),
    /** Storage key of the profile picture's variants; null shows the default avatar. */
    pictureKey: p.text().nullable(),
    language: p.enum(['en', 'es', 'pl'] as const).default('en'),
    /** The IANA name of the zone of the browser that the user last opened; null if it is not known. */
    timeZone: p.text().nullable(),
    postsCount: p.integer().default(0),
    /** The number of public posts, without frozen ones and those hidden by moderators; strangers see it on the profile. */
    publicPostsCount: p.integer().default(0),
    /** The number of posts for `friends`, without frozen ones and those hidden by moderators. */
    friendsPostsCount: p.integer().default(0),
    followersCount: p.integer().default(0),
    followingCount: p.integer().default(0),
    /** Whether only accepted followers may see the user's posts and lists of people. */
    private: p.boolean().default(false),
    /** Who may start a direct chat with the user. */
    messagesFrom: p.enum(['everyone', 'following', 'nobody'] as const).default('everyone'),
    /**
     * Whether the user's public profile and posts can be read without a session, on a server with public pages, and be indexed
     * by search engines.
     */
    publicPages: p.enum(['off', 'shown', 'listed'] as const).default('shown'),
    /** Whether the user is a moderator, who decides on reports. */
    moderator: p.boolean().default(false),
    /** Whether the user runs the server; a host is always a moderator too. */
    host: p.boolean().default(false),
    /** Whether the user has neither finished nor skipped the first steps that the web app shows after the first log-in. */
    newcomer: p.boolean().default(false),
    /** Whose invitation the user joined with, if it was a member's. */
    inviter: () => p.manyToOne(User).nullable(),
    birthMonth: p.smallint().nullable(),
    birthDay: p.smallint().nullable(),
    /** Whom the birthday is shown to: followers whom the user also follows, followers, or nobody. */
    birthdayFor: p.enum(['friends', 'followers', 'nobody'] as const).default('friends'),
    /** The time of the newest post that the user has seen in the feed. */
    feedReadAt: time().nullable(),
    /** The feed entries are complete from this time on; null if they are complete from the beginning. */
    feedSince: time().nullable(),
    /** The day, in UTC, on which the user last used a session. */
    lastSeenOn: p.date().nullable(),
    /** Set while a decision by an operator or a moderator disables the account. */
    disabledAt: time().nullable(),
    operatorDisabledAt: time().nullable(),
    deletedAt: time().nullable(),
    createdAt: insertTime(),
  },
  checks: [
    {
      name: 'users_display_name_check',
      expression: 'char_length(display_name) >= 1 and char_length(display_name) <= 50',
    },
    { name: 'users_search_name_check', expression: 'char_length(search_name) <= 64' },
    { name: 'users_time_zone_check', expression: 'char_length(time_zone) >= 1 and char_length(time_zone) <= 64' },
    { name: 'users_bio_check', expression: 'char_length(bio) <= 300' },
    {
      name: 'users_birth_day_check',
      expression:
        '(birth_month is null) = (birth_day is null) and birth_month >= 1 and birth_month <= 12 and birth_day >= 1 and birth_day <= 31',
    },
    { name: 'users_host_check', expression: 'moderator or not host' },
    {
      name: 'users_named_check',
      expression: 'deleted_at is not null or user_name is not null and (email is not null or not email_confirmed)',
    },
    {
      name: 'users_check1',
      expression: `deleted_at is not null or (auth_provider = 'email') = (password_hash is not null)`,
    },
    { name: 'users_user_name_check', expression: `user_name ~ '^[A-Za-z0-9_.-]{3,20}$'` },
  ],
  indexes: [
    uniqueIndex('users_user_name_key', 'users (lower(user_name))'),
    uniqueIndex('users_email_key', 'users (lower(email))'),
    index('users_user_name_prefix', 'users (lower(user_name) text_pattern_ops)'),
    index('users_listed', "users (id desc) where public_pages = 'listed'"),
    index('users_birthday', 'users (birth_month, birth_day, id) where birth_month is not null'),
    index('users_inviter', 'users (inviter_id, id desc) where inviter_id is not null'),
    index('users_created', 'users (id desc) where deleted_at is null and disabled_at is null'),
    index('users_moderators', 'users (id) where moderator'),
    index('users_hosts', 'users (id) where host'),
  ],
});

export class User extends UserSchema.class {}
UserSchema.setClass(User);

const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_resets',
  properties: {
    codeHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** The address of the account, null if it has none; the code is valid only while the account's address is this one. */
    email: p.text().nullable(),
    /** Whether the code was mailed, so that its use proves the address; false if a host has passed it on. */
    mailed: p.boolean().default(true),
    expiresAt: time(),
    createdAt: insertTime(),
  },
  indexes: [
    { name: 'password_resets_user', properties: ['user'] },
    { name: 'password_resets_expires', properties: ['expiresAt'] },
  ],
});

export class PasswordReset extends PasswordResetSchema.class {}
PasswordResetSchema.setClass(PasswordReset);

const EmailConfirmationSchema = defineEntity({
  name: 'EmailConfirmation',
  tableName: 'email_confirmations',
  properties: {
    /** SHA-256 of the code in the link, hex. */
    codeHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** The address that the code was mailed to, the only one that it can confirm. */
    email: p.text(),
    expiresAt: time(),
    createdAt: insertTime(),
  },
  indexes: [
    { name: 'email_confirmations_user', properties: ['user'] },
    { name: 'email_confirmations_expires', properties: ['expiresAt'] },
  ],
});

export class EmailConfirmation extends EmailConfirmationSchema.class {}
EmailConfirmationSchema.setClass(EmailConfirmation);

const FederatedIdentitySchema = defineEntity({
  name: 'FederatedIdentity',
  tableName: 'federated_identities',
  properties: {
    /** The uid that this server has given to the identity of the issuer and subject. */
    uid: p.text().primary(),
    issuer: p.text(),
    subject: p.text(),
    email: p.text(),
    /** Null until the member has chosen a user name. */
    user: () => p.manyToOne(User).nullable().unique().deleteRule('cascade'),
    createdAt: insertTime(),
  },
  uniques: [{ properties: ['issuer', 'subject'] }],
});

export class FederatedIdentity extends FederatedIdentitySchema.class {}
FederatedIdentitySchema.setClass(FederatedIdentity);

const PendingSignInSchema = defineEntity({
  name: 'PendingSignIn',
  tableName: 'pending_sign_ins',
  properties: {
    /** SHA-256 of the token in the browser's cookie, hex. */
    tokenHash: p.text().primary(),
    identity: () => p.manyToOne(FederatedIdentity).fieldName('uid').deleteRule('cascade'),
    expiresAt: time(),
    /** Hash of the invitation's code, if sign-up needs an invitation. */
    invitationHash: p.text().nullable(),
  },
  indexes: [
    { name: 'pending_sign_ins_uid', properties: ['identity'] },
    { name: 'pending_sign_ins_expires', properties: ['expiresAt'] },
  ],
});

/** A federated sign-up whose username is yet to be chosen. */
export class PendingSignIn extends PendingSignInSchema.class {}
PendingSignInSchema.setClass(PendingSignIn);
