import { api } from '../../lib/api.ts';
import { Failure } from '../../lib/failure.ts';
import { waitForGoogle } from './googlePopup.ts';
import { openGoogleWindow } from './googleWindow.ts';

/**
 * Re-authenticates the member with the password or, for accounts with Google, in a popup window of Google. `onLate` is called
 * when the sign-in with Google succeeds after the window counted as closed (see `waitForGoogle`). Throws `password-required`,
 * `popup-blocked`, `unknown-provider` or an error code of the server.
 */
export async function reauthenticate(authProvider: string, password: string, onLate: () => void): Promise<void> {
  if (authProvider === 'google') {
    const popup = openGoogleWindow({ reauth: true });
    if (!popup) throw new Failure('popup-blocked');
    await waitForGoogle({ popup, reauth: true }, onLate);
  } else if (authProvider !== 'email') throw new Failure('unknown-provider');
  else if (!password) throw new Failure('password-required');
  else await api.auth.reauthenticate.mutate({ password });
}
