import { readFileSync } from 'node:fs';
import { validationMessages } from '@kith/contracts';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { refusals } from '../../../../packages/domain/src/errors.ts';
import { pushText } from '../../../../packages/domain/src/push/pushText.ts';

type Words = { [key: string]: string | Words };

const leaves = (words: Words): string[] =>
  Object.values(words).flatMap((value) => (typeof value === 'string' ? [value] : leaves(value)));

const wordsOf = (language: string): Words =>
  JSON.parse(readFileSync(new URL(`./${language}.json`, import.meta.url), 'utf8'));

const said = new Set([
  ...Object.values(refusals).map(([, text]) => text as string),
  ...Object.values(validationMessages),
  ...leaves(wordsOf('en')),
]);

/** The texts that the specification prescribes verbatim for sign-up and log-in, in its sections 2 to 5 and 8. */
const specified: Record<string, string[]> = {
  username: [
    'Username must be at least 3 characters',
    'Username cannot be longer than 20 characters',
    'Username cannot contain spaces',
    'Username cannot contain @ symbol',
    'Username contains forbidden symbols',
    'Username contains a forbidden symbol',
    'This username is already taken',
    'Username is already taken',
    'Letters, numbers, periods, hyphens and underscores only',
  ],
  password: [
    'Password must contain at least 6 characters, including letters, numbers and special characters (!$@%)',
    'Password must contain at least 6 characters, including numbers, letters and special characters (!$@%)',
    'Passwords do not match',
  ],
  'log-in': [
    'Error: User does not exist.',
    'This account was registered with Google. Please log in using Google.',
    'Error checking username. Please try again.',
    'User not found. Please check your credentials or sign up.',
    'Incorrect password. Please try again.',
    'Please enter a valid email address.',
    'Too many failed attempts. Please try again later.',
    'This account has been disabled.',
    'Email/password accounts are not enabled.',
    'An account already exists with this email.',
    'Google sign-in was canceled.',
    'Log In',
    'Log In with Google',
  ],
  'sign-up': ['Account created successfully!', 'Sign up'],
  reset: [
    'Please enter your email address',
    'Password reset email sent. Please check your inbox.',
    'Invalid reset link',
    'Send Reset Link',
    'Back to Login',
  ],
  'username step': ['User not authenticated', 'Continue'],
  deletion: [
    'Confirm Account Deletion',
    'Are you sure you want to delete your account? This action cannot be undone.',
    'Yes, Delete',
    'Account deleted!',
    'Password is required',
    'Incorrect password',
    'Popup was closed before signing in. Please try again.',
    'Failed to delete account from backend',
    'User is not logged in',
    'Unknown provider',
  ],
  profile: ['Failed to upload profile picture', 'Save Changes', 'Delete your account', 'Cancel'],
};

describe('the texts that the specification prescribes on identity', () => {
  it.each(Object.entries(specified))('%s: each text is worded exactly as specified', (_what, texts) => {
    expect(texts.filter((text) => !said.has(text))).toEqual([]);
  });

  it.each(['es', 'pl'])('every error code has a text in %s', (language) => {
    const errors = Object.keys(wordsOf(language).errors as Words);
    const codes = [...Object.keys(refusals), ...Object.keys(validationMessages)];
    expect(codes.filter((code) => !errors.includes(code))).toEqual([]);
  });
});

/** What the specification writes with capitals within. */
const titles = [
  ...['Log In with Google', 'Log In', 'Log Out', 'Send Reset Link', 'Back to Login', 'Page Not Found', 'Popular Posts'],
  ...['Edit Profile', 'Personal Information', 'Save Changes', 'Save Privacy Settings', 'Privacy & Security'],
  ...[
    'Help & Support',
    'Help Center',
    'Contact Support',
    'Terms of Service',
    'Confirm Account Deletion',
    'Yes, Delete',
  ],
];
/** Names, also those of screens and of entries in the settings. */
const names = [
  ...['Kith', 'Google', 'Mastodon', 'Pixelfed', 'Instagram', 'WebP', 'WebM', 'Śniardwy', 'Saturday'],
  ...['Home', 'Browse', 'Explore', 'Settings', 'Logging in', 'Share'],
];

it('English texts have capitals within a sentence only in names, and where the specification has them', () => {
  const allowed = new RegExp(['“[^”]*”', ...titles, ...names].join('|'), 'g');
  const hasCapital = (sentence: string) => /[\s>]\p{Lu}\p{Ll}/u.test(sentence.trim());
  const sentencesOf = (text: string) => text.replaceAll(allowed, '').split(/[.?!:…]\s+/);
  expect(leaves(wordsOf('en')).filter((text) => sentencesOf(text).some(hasCapital))).toEqual([]);
});

describe('the text of a push notification', () => {
  const kinds = ['follow', 'like', 'comment', 'mention', 'birthday', 'album'] as const;
  const cases = (['en', 'es', 'pl'] as const).flatMap((language) => kinds.map((kind) => [language, kind] as const));

  it.each(cases)(
    'in %s for a %s equals the text of the list of notifications, for any number of people',
    async (language, kind) => {
      const i18n = createInstance();
      await i18n.init({
        lng: language,
        resources: { [language]: { translation: wordsOf(language) } },
        interpolation: { escapeValue: false },
      });
      const [name, other] = ['ann', 'bob'];
      const said = (count: number) => pushText(language, { kind, names: count > 1 ? [name, other] : [name], count });
      expect(said(1)).toBe(i18n.t(`notifications.${kind}One`, { name }));
      expect(said(2)).toBe(i18n.t(`notifications.${kind}Two`, { name, other }));
      for (const count of [3, 5, 6, 12, 22, 23, 26, 102])
        expect(said(count)).toBe(i18n.t(`notifications.${kind}More`, { name, count: count - 1 }));
      // If one of two members is not visible to the viewer, the other is named and the hidden one is only counted.
      const hidden = pushText(language, { kind, names: [name], count: 2 });
      expect(hidden).toBe(i18n.t(`notifications.${kind}More`, { name, count: 1 }));
    },
  );

  it.each(['en', 'es', 'pl'] as const)(
    'in %s for an event equals the text of the list of notifications',
    (language) => {
      const { notifications } = wordsOf(language) as { notifications: Record<string, string> };
      for (const kind of ['eventTomorrow', 'eventSoon', 'eventCancelled'] as const)
        expect(pushText(language, { kind, names: ['{{name}}'], count: 1 })).toBe(notifications[`${kind}One`]);
      const times = { startsAt: '2027-05-01T17:30:00.000Z', timeZone: 'UTC' };
      const event = { times, timeZone: 'UTC', now: new Date(times.startsAt) };
      const late = pushText(language, { kind: 'eventTomorrow', names: ['{{name}}'], count: 1, event });
      expect(late).toContain(notifications.eventOnOne?.replace('{{time}}', ''));
    },
  );
});
