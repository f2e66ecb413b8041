import type { Scope } from '@kith/contracts';

/**
 * Every refusal of the domain by its code, with its kind and the message as the specification words it. A third entry is the code that
 * REST clients get instead: one that another refusal of another kind has too.
 */
export const refusals = {
  'user-not-found': ['invalid', 'User not found. Please check your credentials or sign up.'],
  'user-does-not-exist': ['invalid', 'Error: User does not exist.'],
  'wrong-password': ['invalid', 'Incorrect password. Please try again.'],
  'incorrect-password': ['invalid', 'Incorrect password'],
  'invalid-email': ['invalid', 'Please enter a valid email address.'],
  'too-many-requests': ['limited', 'Too many failed attempts. Please try again later.'],
  'rate-limited': ['limited', 'You are doing this too often. Please wait a moment and try again.'],
  'user-disabled': ['forbidden', 'This account has been disabled.'],
  'operation-not-allowed': ['forbidden', 'Email/password accounts are not enabled.'],
  'sign-up-closed': ['forbidden', 'This server takes no new members at the moment.'],
  'invitation-required': ['forbidden', 'You need an invitation to join here. Please ask somebody who is a member.'],
  'invitation-invalid': ['forbidden', 'This invitation is used up or has expired. Please ask for a new one.'],
  'too-many-invitations': [
    'conflict',
    'You have as many open invitations as there may be. Please take one back first.',
  ],
  'account-exists-with-different-credential': ['conflict', 'An account already exists with this email.'],
  'popup-closed-by-user': ['invalid', 'Google sign-in was canceled.'],
  'google-account': ['invalid', 'This account was registered with Google. Please log in using Google.'],
  'username-taken': ['conflict', 'This username is already taken'],
  'username-taken-step': ['conflict', 'Username is already taken'],
  'email-already-in-use': ['conflict', 'An account already exists with this email.'],
  'uid-taken': ['conflict', 'This uid is already in use'],
  'invalid-reset-link': ['invalid', 'Invalid reset link'],
  'expired-reset-link': ['invalid', 'This reset link has expired or was already used. Please ask for a new one.'],
  'expired-confirmation-link': [
    'invalid',
    'This link has expired or was already used. Log in to have another one sent.',
  ],
  'email-unconfirmed': ['forbidden', 'Please confirm your email address first.'],
  'email-unconfirmed-limit': [
    'limited',
    'That is all for today. Once you have confirmed your email address you can do more.',
  ],
  busy: ['busy', 'Kith is very busy right now. Please try again in a moment.'],
  'database-unavailable': ['busy', 'The database cannot be reached right now. Please try again in a moment.'],
  'storage-unavailable': ['busy', 'Pictures cannot be stored right now. Please try again in a moment.'],
  'disk-full': ['busy', 'The disk of this server is full. Nothing can be stored right now.'],
  unauthenticated: ['unauthenticated', 'User is not logged in'],
  'user-not-authenticated': ['unauthenticated', 'User not authenticated'],
  forbidden: ['forbidden', 'You are not allowed to do this'],
  'own-account': ['forbidden', 'You cannot do this to your own account.'],
  'last-host': ['conflict', 'This server would have no host. Please make somebody else a host first.'],
  'host-moderates': ['conflict', 'Hosts are always moderators.'],
  'set-by-environment': ['conflict', 'This is set in the environment of the server, and can only be changed there.'],
  'no-backup-folder': ['conflict', 'This server makes no backups: BACKUP_DIR is not set.'],
  'restored-copy': [
    'conflict',
    'A restored copy makes no backups and sends no mails until it is confirmed as the real server.',
  ],
  'mail-failed': ['upstream', 'The mail could not be sent.'],
  'second-factor-required': ['unauthenticated', 'Please enter the code of your authenticator app.'],
  'wrong-code': ['invalid', 'This code is not right, or it was used already. Please try the next one.'],
  'expired-challenge': ['invalid', 'This log-in took too long or had too many wrong codes. Please log in again.'],
  'second-factor-on': ['conflict', 'Two-step log-in is on already.'],
  'second-factor-missing': [
    'forbidden',
    'Moderators of this server need two-step log-in, or to log in with a passkey. Please add one in Settings.',
  ],
  'passkey-required': ['forbidden', 'Please confirm this with a passkey of yours.'],
  'passkey-refused': ['invalid', 'This passkey was not accepted. Please try again, or log in another way.'],
  'too-many-passkeys': ['conflict', 'You have as many passkeys as there may be. Please remove one first.'],
  'missing-scope': ['forbidden', 'No token may do this. Please log in yourself.'],
  'too-many-tokens': ['conflict', 'You have as many tokens as there may be. Please revoke one first.'],
  'too-many-webhooks': ['conflict', 'You have as many webhooks as there may be. Please remove one first.'],
  'webhook-off': ['conflict', 'This webhook is switched off. Please switch it on first.'],
  'comments-closed': ['forbidden', 'The author does not take comments on this post from you.'],
  'edit-too-late': ['conflict', 'A message can be edited for 24 hours after it was sent.'],
  'message-deleted': ['conflict', 'This message was deleted.'],
  'too-many-reactions': ['conflict', 'There are as many different reactions here as there may be.'],
  'not-a-group': ['conflict', 'Only groups have a name and members that come and go.'],
  'chat-full': ['conflict', 'There are as many members in this group as there may be.'],
  'too-many-chats': ['conflict', 'Somebody is in as many groups as one may be.'],
  'too-many-pinned': ['conflict', 'You can pin five chats. Please unpin one first.'],
  closed: ['forbidden', 'This member takes messages only from people they have chosen.'],
  'invalid-event': [
    'invalid',
    'An event begins from now to five years ahead, and ends after it begins, within a hundred days.',
  ],
  'one-kind': ['invalid', 'A post is an event, a poll or an album, not two of them at once.'],
  'not-an-event': ['conflict', 'This post is not an event.'],
  'event-over': ['conflict', 'This event is over.'],
  'event-cancelled': ['conflict', 'This event is called off.'],
  'invalid-closing': ['invalid', 'A poll can close within a year from now.'],
  'invalid-vote': [
    'invalid',
    'Choose among the options of this poll, only one unless it says that there may be several.',
  ],
  'poll-closed': ['conflict', 'This poll is closed.', 'closed'],
  'invalid-expiry': ['invalid', 'A post can disappear from an hour to a year after it is published.'],
  'reauthentication-required': ['forbidden', 'Please confirm who you are and try again'],
  'not-found': ['missing', 'Not found'],
  'cannot-follow-yourself': ['invalid', 'You cannot follow yourself'],
  'cannot-block-yourself': ['invalid', 'You cannot block yourself'],
  'cannot-mute-yourself': ['invalid', 'You cannot mute yourself'],
  'cannot-message-yourself': ['invalid', 'You cannot send a message to yourself'],
  'already-decided': ['conflict', 'This has been decided already.'],
  'moderator-not-disabled': ['forbidden', 'Moderators are disabled by the hosts of this server alone.'],
  'cannot-be-hidden': ['invalid', 'Only posts and comments can be hidden.'],
  'invalid-subscription': ['invalid', 'The push subscription that the browser gave is not valid.'],
  'invalid-cursor': ['invalid', 'The cursor is not valid'],
  'image-unsupported': [
    'unsupported',
    'This file is not a picture we can use. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  ],
  'image-heic': [
    'unsupported',
    'This is a HEIC picture, which we cannot use. Please save it as a JPEG and choose that.',
  ],
  'image-too-large': ['tooLarge', 'The picture is larger than 15 MB. Please choose a smaller one.'],
  'image-too-many-pixels': ['tooLarge', 'The picture has more than 50 megapixels. Please choose a smaller one.'],
  'avif-too-many-pixels': [
    'tooLarge',
    'This AVIF has more than 16 megapixels. Please choose a smaller one, or save it as a JPEG.',
  ],
  'image-side-too-long': ['tooLarge', 'One side of the picture is longer than 30,000 pixels. Please crop it.'],
  'unsupported-video': [
    'unsupported',
    'This video cannot be used. Please choose an MP4 with H.264 or AV1, or a WebM, of at most 1920 × 1920 pixels.',
  ],
  'video-too-long': ['invalid', 'The video is longer than videos may be here. Please choose a shorter one, or cut it.'],
  'video-too-large': ['tooLarge', 'The video is larger than videos may be here. Please choose a smaller one.'],
  'unsupported-voice': ['unsupported', 'This recording cannot be used. Please send a WebM or MP4 with sound alone.'],
  'voice-too-long': ['invalid', 'A voice message can be five minutes long.'],
  'voice-too-large': ['tooLarge', 'The recording is larger than 10 MB.'],
  'storage-full': ['conflict', 'Your pictures take up all the room you have here. Delete some to add others.'],
  'too-many-pictures': ['conflict', 'A post has ten pictures at most. Take one out to add another.'],
  'album-full': ['conflict', 'An album has 200 pictures at most. Take one out to add another.'],
  'image-unreadable': ['unsupported', 'The picture is damaged and cannot be read.'],
  'archive-unsupported': [
    'unsupported',
    'This file is not a ZIP archive. Please choose the archive as you downloaded it.',
  ],
  'import-too-large': ['tooLarge', 'The archive is larger than 4 GB, or than was said when its upload began.'],
  'import-running': ['conflict', 'You are importing an archive already. Please wait until it is done, or end it.'],
  'upload-offset': ['conflict', 'The upload continues at another offset. Request the offset and continue from there.'],
  'imports-full': ['busy', 'There is no room for another archive at the moment. Please try again later.'],
  'imports-off': ['forbidden', 'This server takes no archives.'],
  'upload-incomplete': ['invalid', 'The upload did not arrive whole. Please try again.'],
} as const satisfies Record<string, readonly [RefusalKind, string, restCode?: string]>;

export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'tooLarge'
  | 'unsupported'
  | 'limited'
  | 'upstream'
  | 'busy';

export type RefusalCode = keyof typeof refusals;

/** The code under which REST clients get a failure with this code. */
export const restCodeOf = (code: string): string =>
  (refusals as Record<string, readonly [RefusalKind, string, restCode?: string]>)[code]?.[2] ?? code;

/** An error that the caller can understand and correct; any other error is a fault of the server. `cause` is for the log only. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly kind: RefusalKind;
  /** For the kinds `limited` and `busy`: the seconds to wait before a retry. */
  readonly retryAfterSeconds: number | undefined;
  /** For `missing-scope`: the scopes of which one is needed; empty if tokens are not allowed. */
  readonly scopes: readonly Scope[];
  /** For `second-factor-required`: the token that the client sends back with the code. */
  readonly challenge: string | undefined;
  /** More about it: for `mail-failed` what the mail server said, for `set-by-environment` the variable. */
  readonly details: string | undefined;

  constructor(
    code: RefusalCode,
    options: {
      retryAfterSeconds?: number;
      cause?: unknown;
      scopes?: readonly Scope[];
      challenge?: string;
      details?: string;
    } = {},
  ) {
    const { scopes = [] } = options;
    super(
      scopes.length > 0 ? `The token lacks the scope ${scopes.join(' or ')}` : refusals[code][1],
      'cause' in options ? { cause: options.cause } : {},
    );
    this.name = 'Refusal';
    this.code = code;
    this.kind = refusals[code][0];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.scopes = scopes;
    this.challenge = options.challenge;
    this.details = options.details;
  }
}

/** Throws the refusal that `byConstraint` gives for a violated constraint; rethrows any other error. */
export function refuseConflict(error: unknown, byConstraint: Partial<Record<string, RefusalCode>>): never {
  const constraint = (error as { constraint?: string; cause?: { constraint?: string } }).constraint;
  const code = constraint === undefined ? undefined : byConstraint[constraint];
  throw code === undefined ? error : new Refusal(code);
}
