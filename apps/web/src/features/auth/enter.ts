import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { belongsToAnother, deleteStoredSession, rememberViewer } from '../../lib/member.ts';
import { hasViewer } from '../../lib/viewer.ts';

type Member = Parameters<typeof rememberViewer>[0];

/**
 * Stores who has signed in. Returns false if this browser stored another member's data until now: that data is deleted and `path`
 * is loaded as a new page, because this page may still have the other member's responses in memory.
 */
export async function rememberOrReload(user: Member, path: string): Promise<boolean> {
  const wasAnother = belongsToAnother(user.userId);
  if (wasAnother) await (await import('../../lib/session.ts')).forgetMember();
  rememberViewer(user);
  if (wasAnother) location.assign(path);
  return !wasAnother;
}

/**
 * Navigates to a sign-in whose member only the next page learns. Deletes the stored session, so that page shows nothing of it.
 */
export function leaveForSignIn(path: string): void {
  if (hasViewer()) deleteStoredSession();
  location.assign(path);
}

// This module is loaded when the log-in form is first used. The browser then suggests passkeys in the form's first field.
if (location.pathname === '/login')
  void import('./passkey.ts').then(
    ({ suggestPasskeys }) => suggestPasskeys(rememberOrReload),
    () => undefined,
  );

type ErrorField = 'identifier' | 'password' | 'form';
type Errors = Partial<Record<ErrorField, string>>;

const fieldOfCode: Record<string, ErrorField> = {
  'user-not-found': 'identifier',
  'user-does-not-exist': 'identifier',
  'google-account': 'identifier',
  'invalid-email': 'identifier',
  'identifier-required': 'identifier',
  'wrong-password': 'password',
  'password-required': 'password',
};

function errorTexts(error: unknown, identifier: string): Errors {
  const { code, fields } = failureOf(error);
  const isUserName = !identifier.includes('@');
  if (isUserName && (code === 'network' || code === 'internal')) return { form: t('login.lookupFailed') };
  return { [fieldOfCode[fields[0]?.key ?? code] ?? 'form']: failureText(error) };
}

/** Completes a log-in with a code of the authenticator app or a recovery code, and navigates. Throws the server's error. */
export async function enterByCode(code: string, navigate: () => Promise<void>): Promise<void> {
  const { user } = await api.secondFactor.enter.mutate({ code });
  if (await rememberOrReload(user, '/account')) await navigate();
}

/** Logs in and navigates. Otherwise returns messages by field, for empty fields or for the server's error. */
export async function logIn(
  identifier: string,
  password: string,
  navigate: (to?: '/second-factor') => Promise<void>,
): Promise<Errors> {
  const missing = {
    ...(!identifier.trim() && { identifier: t('errors.identifier-required') }),
    ...(!password && { password: t('errors.password-required') }),
  };
  if (Object.keys(missing).length) return missing;
  try {
    const { user } = await api.auth.login.mutate({ identifier, password });
    if (await rememberOrReload(user, '/account')) await navigate();
    return {};
  } catch (error) {
    if (failureOf(error).code === 'second-factor-required') {
      await navigate('/second-factor');
      return {};
    }
    return errorTexts(error, identifier);
  }
}
