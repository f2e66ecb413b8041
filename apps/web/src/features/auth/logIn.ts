import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { belongsToAnother, deleteStoredSession, rememberViewer } from '../../lib/member.ts';
import { hasViewer } from '../../lib/viewer.ts';

type Member = Parameters<typeof rememberViewer>[0];

/**
 * Stores which member has signed in, and returns true. If this browser still stored data of another member, deletes that data,
 * loads `path` as a new page and returns false, because the memory of this page may contain responses for the other member.
 */
export async function rememberOrReload(user: Member, path: string): Promise<boolean> {
  const wasAnother = belongsToAnother(user.userId);
  if (wasAnother) await (await import('../../lib/session.ts')).forgetMember('deleted');
  rememberViewer(user);
  if (wasAnother) location.assign(path);
  return !wasAnother;
}

/**
 * Loads `path` as a new page, either to start a sign-in with Google or to continue after one. The current page does not learn
 * who has signed in, so it first deletes the stored session. Otherwise the new page could show data of the previous member.
 */
export function leaveForSignIn(path: string): void {
  if (hasViewer()) deleteStoredSession();
  location.assign(path);
}

// This module is loaded when a field of the log-in form is first focused. From then on the browser also suggests passkeys in
// the first field.
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

/** Completes a log-in with a code from the authenticator app or a recovery code, then navigates. Throws the server's error. */
export async function logInByCode(code: string, navigate: () => Promise<void>): Promise<void> {
  const { user } = await api.secondFactor.enter.mutate({ code });
  if (await rememberOrReload(user, '/account')) await navigate();
}

/** Logs in and navigates. If a field is empty or the server refuses, returns error messages by field instead. */
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
