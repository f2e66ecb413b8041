import { Failure } from '../../lib/failure.ts';

/** The path to continue with, from the message of signed-in.html; throws if it is of another origin or carries an error code. */
function readNext(told: unknown): string {
  const target = URL.parse(String(told), location.origin);
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

const inSight = (): boolean => !document.hidden && document.hasFocus();

let stopHearing = (): void => undefined;

/** Stops listening for the result of the previous attempt. */
export const forgetGoogle = (): void => stopHearing();

interface Attempt {
  popup: Window;
  reauth?: boolean;
}

/**
 * Waits for a sign-in with Google in a popup window and returns the path to continue with. Throws `popup-closed-by-user`, and the
 * codes of the server. If the provider's Cross-Origin-Opener-Policy severs the window from this page, `closed` is true although
 * the window is open. So the window counts as closed only once this page has the focus again and nobody is signed in. A sign-in
 * that finishes even later calls `onLate` with the path, unless forgetGoogle or another attempt came first.
 */
export function askGoogle({ popup, reauth = false }: Attempt, onLate: (next: string) => void): Promise<string> {
  forgetGoogle();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const channel = new BroadcastChannel('kith-sign-in');
  let given = false;
  let seenClosed = 0;
  const giveUp = () => {
    given = true;
    clearInterval(watch);
    reject(new Failure('popup-closed-by-user'));
  };
  // The window closes right after posting its message, which may arrive later.
  const watch = setInterval(async () => {
    if (!popup.closed || !inSight() || ++seenClosed < 3) return;
    clearInterval(watch);
    if (!reauth && (await isSignedIn())) resolve('/account');
    else giveUp();
  }, 250);
  stopHearing = () => {
    clearInterval(watch);
    // Leaves time for a message that was just posted.
    setTimeout(() => channel.close(), 1_000);
    channel.onmessage = null;
  };
  channel.onmessage = ({ data }) => {
    if (!data?.next) return;
    channel.postMessage('heard');
    stopHearing();
    if (!given) resolve(data.next);
    else
      void Promise.resolve(data.next)
        .then(readNext)
        .then(onLate, () => undefined);
  };
  return promise.then(readNext);
}
