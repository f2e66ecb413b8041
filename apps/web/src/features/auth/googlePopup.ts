import { Failure } from '../../lib/failure.ts';

/** The path to continue with, from the message of signed-in.html; throws if it is of another origin or carries an error code. */
function readNext(message: unknown): string {
  const target = URL.parse(String(message), location.origin);
  if (target?.origin !== location.origin) throw new Failure('user-not-authenticated');
  const code = target.searchParams.get('error');
  if (code) throw new Failure(code);
  return target.pathname.replace(/^\/+/, '/') + target.search;
}

const isSignedIn = (): Promise<boolean> =>
  fetch('/auth/session').then(
    ({ ok }) => ok,
    () => false,
  );

const hasFocus = (): boolean => !document.hidden && document.hasFocus();

let stopListening = (): void => undefined;

/** Stops listening for the result of the previous attempt. */
export const cancelGoogleSignIn = (): void => stopListening();

interface Attempt {
  popup: Window;
  reauth?: boolean;
}

/**
 * Waits for a sign-in with Google in a popup window and returns the path to continue with. Throws `popup-closed-by-user`, and the
 * codes of the server. If the provider's Cross-Origin-Opener-Policy severs the window from this page, `closed` is true although
 * the window is open. So the window counts as closed only once this page has the focus again and nobody is signed in. A sign-in
 * that finishes even later calls `onLate` with the path, unless cancelGoogleSignIn or another attempt came first.
 */
export function waitForGoogle({ popup, reauth = false }: Attempt, onLate: (next: string) => void): Promise<string> {
  cancelGoogleSignIn();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const channel = new BroadcastChannel('kith-sign-in');
  let rejected = false;
  let seenClosed = 0;
  const cancel = () => {
    rejected = true;
    clearInterval(watch);
    reject(new Failure('popup-closed-by-user'));
  };
  // The window closes right after posting its message, which may arrive later.
  const watch = setInterval(async () => {
    if (!popup.closed || !hasFocus() || ++seenClosed < 3) return;
    clearInterval(watch);
    if (!reauth && (await isSignedIn())) resolve('/account');
    else cancel();
  }, 250);
  stopListening = () => {
    clearInterval(watch);
    // Leaves time for a message that was just posted.
    setTimeout(() => channel.close(), 1_000);
    channel.onmessage = null;
  };
  channel.onmessage = ({ data }) => {
    if (!data?.next) return;
    channel.postMessage('heard');
    stopListening();
    if (!rejected) resolve(data.next);
    else
      void Promise.resolve(data.next)
        .then(readNext)
        .then(onLate, () => undefined);
  };
  return promise.then(readNext);
}
