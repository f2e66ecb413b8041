import { browserSupportsWebAuthnAutofill, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { api } from '../../lib/api.ts';
import { Failure, failureOf } from '../../lib/failure.ts';
import { readNext } from './loginSearch.ts';

type Registration = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RememberOrReload = (
  user: { userId: number; userName: string; profilePicture: string | null },
  path: string,
) => Promise<boolean>;
type Authentication = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Maps the names of the browser's errors to the app's error codes. */
const codes: Record<string, string> = {
  NotAllowedError: 'passkey-cancelled',
  AbortError: 'passkey-cancelled',
  InvalidStateError: 'passkey-there',
};

type Credential = Parameters<typeof api.passkeys.enter.mutate>[0]['response'];

/** Converts a credential to plain objects, which the API expects. */
const toPlainObject = <T extends { response: object }>(credential: T) =>
  ({ ...credential, response: { ...credential.response } }) as unknown as Credential;

const throwFailure = (error: unknown): never => {
  const code = error instanceof Error ? codes[error.name] : undefined;
  throw code ? new Failure(code) : error;
};

/**
 * Creates a passkey on the device and registers it with the server. Throws `passkey-cancelled`, `passkey-there` or an error
 * code of the server.
 */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = (await api.passkeys.begin.mutate()) as unknown as Registration;
  const response = await startRegistration({ optionsJSON }).catch(throwFailure);
  await api.passkeys.add.mutate({ name, response: toPlainObject(response) });
}

async function requestPasskey(useBrowserAutofill = false) {
  const optionsJSON = (await api.passkeys.ask.mutate()) as unknown as Authentication;
  return toPlainObject(await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(throwFailure));
}

/** Re-authenticates the member with a passkey. */
export async function reauthenticateByPasskey(): Promise<void> {
  await api.passkeys.reauthenticate.mutate({ response: await requestPasskey() });
}

/** Logs in with a passkey, and loads the page that asked for the log-in, or the account page. */
export async function logInByPasskey(rememberOrReload: RememberOrReload, useBrowserAutofill = false): Promise<void> {
  const { user } = await api.passkeys.enter.mutate({ response: await requestPasskey(useBrowserAutofill) });
  const { next } = readNext(Object.fromEntries(new URLSearchParams(location.search)));
  const member = history.state?.member ?? String(user.userId);
  const path = next && member === String(user.userId) ? next : '/account';
  if (await rememberOrReload(user, '/account')) location.assign(path);
}

/**
 * Adds passkeys to the autofill suggestions of the log-in form's first field, if the browser supports that. The server refuses
 * a passkey if the page was open for too long; the suggestions are then offered again with a new challenge.
 */
export async function suggestPasskeys(rememberOrReload: RememberOrReload): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return;
  try {
    await logInByPasskey(rememberOrReload, true);
  } catch (error) {
    if (failureOf(error).code === 'passkey-refused') await suggestPasskeys(rememberOrReload);
  }
}
