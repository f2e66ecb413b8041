import { Failure } from '../../lib/failure.ts';

/**
 * Returns the path to continue with from the URL in a message of signed-in.html. Throws if the URL has another origin or
 * contains an error code.
 */
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

/** Stops listening for the result of the previous attempt to sign in with Google. */
export const cancelGoogleSignIn = (): void => stopListening();

interface Attempt {
  popup: Window;
  reauth?: boolean;
}

/**
 * Waits for a sign-in with Google in a popup window, and returns the path to continue with. Throws `popup-closed-by-user` or an
 * error code of the server. Google's Cross-Origin-Opener-Policy may make `popup.closed` true although the window is open, so
 * the window counts as closed only once this page has the focus again. If nobody has signed in by then, or if the member only
 * re-authenticates, the attempt is cancelled. If the sign-in succeeds even after that, `onLate` is called with the path, unless
 * cancelGoogleSignIn was called or another attempt was started meanwhile.
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
  // Polls the window until it is closed. It must be found closed three times, because its last message may arrive after it has
  // closed.
  const watch = setInterval(async () => {
    if (!popup.closed || !hasFocus() || ++seenClosed < 3) return;
    clearInterval(watch);
    if (!reauth && (await isSignedIn())) resolve('/account');
    else cancel();
  }, 250);
  stopListening = () => {
    clearInterval(watch);
    // The channel stays open for a moment, so that a message that was just posted is still delivered.
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
