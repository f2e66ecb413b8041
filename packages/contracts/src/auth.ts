import * as z from 'zod/mini';
import { key, storable, time } from './common.ts';
import { maxLengths } from './lengths.ts';
import { authProvider, email, identityUid, language, ownUser, resetPassword, userNameStep } from './users.ts';

export const loginInput = z.object({
  identifier: z
    .string(key('identifier-required'))
    .check(
      z.trim(),
      z.minLength(1, key('identifier-required')),
      z.maxLength(maxLengths.email, key('identifier-required')),
    ),
  password: z
    .string(key('password-required'))
    .check(z.minLength(1, key('password-required')), z.maxLength(1024, key('password-required'))),
});
export const loginOutput = z.object({ token: z.string(), user: ownUser });

export const sessionOutput = z.object({ user: ownUser, uid: z.string(), authProvider, expiresAt: time });

export const requestPasswordResetInput = z.object({
  email: z
    .string(key('email-required'))
    .check(z.trim(), z.minLength(1, key('email-required')))
    .check(z.maxLength(maxLengths.email, key('invalid-email'))),
});
export const confirmPasswordResetInput = z.object({
  oobCode: z
    .string(key('invalid-reset-link'))
    .check(z.minLength(1, key('invalid-reset-link')), z.maxLength(200, key('invalid-reset-link'))),
  newPassword: resetPassword,
});

export const chooseUserNameInput = z.object({
  uid: identityUid,
  userName: userNameStep,
  /** Ignored, because a federated account has no password; clients written for the specification send a placeholder. */
  password: z.optional(z.unknown()),
  language: z.optional(language),
});

export const reauthenticateInput = z.object({
  password: z
    .string(key('password-required'))
    .check(z.minLength(1, key('password-required')), z.maxLength(1024, key('password-required'))),
});

export const changePasswordInput = z.object({
  currentPassword: reauthenticateInput.shape.password,
  newPassword: resetPassword,
  /** Also deletes access tokens, webhooks, known browsers and passkeys. Without it, access tokens survive. */
  endAccess: z.optional(z.boolean()),
});

export const confirmEmailInput = z.object({
  code: z
    .string(key('invalid-confirmation-link'))
    .check(z.minLength(1, key('invalid-confirmation-link')), z.maxLength(200, key('invalid-confirmation-link'))),
});

/** The code from the mail about a log-in from an unknown browser. */
export const denySignInInput = z.object({ code: confirmEmailInput.shape.code });
/** `oobCode` is a code for setting a new password; null for an account of an identity provider. */
export const deniedSignIn = z.object({ oobCode: z.nullable(z.string()) });

/** The member's password, and the new e-mail address, which replaces an address that is not confirmed yet. */
export const changeEmailInput = z.object({ email, password: reauthenticateInput.shape.password });

/** The username that the sign-up form checks while the user types, to show whether it is free. */
export const userNameAvailabilityInput = z.object({
  userName: z.string().check(z.maxLength(64), storable('invalid-input')),
});

export const availability = z.object({ available: z.boolean() });

/** One signed-in device. `sessionId` is the hash that the server stores; it cannot be used as a token. */
export const sessionListItem = z.object({
  sessionId: z.string(),
  device: z.string(),
  createdAt: time,
  lastSeenAt: time,
  current: z.boolean(),
});
export type SessionListItem = z.output<typeof sessionListItem>;
export const revokeSessionInput = z.object({
  sessionId: z.string().check(z.regex(/^[0-9a-f]{64}$/, key('invalid-input'))),
});

/** What this server offers visitors before they sign in. */
export const authOptions = z.object({
  passwordSignIn: z.boolean(),
  google: z.boolean(),
  standIn: z.boolean(),
  /** Who may sign up: everybody, holders of an invitation, nobody. */
  signUp: z.enum(['open', 'invited', 'closed']),
  /** Whether members, and not only operators, can create invitations, also while everybody may sign up. */
  membersInvite: z.boolean(),
});
