import { Failure } from '../../lib/failure.ts';

/** The path to go on to, from the message of signed-in.html; throws when it is of another origin or carries an error code. */
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

/** Stops listening for the result of the last attempt. */
export const forgetGoogle = (): void => stopHearing();

interface Attempt {
  popup: Window;
  reauth?: boolean;
}

/**
 * Waits for a sign-in with Google in its window and answers the path to go on to. Throws `popup-closed-by-user`, and the codes
 * of the server.
 *
 * A provider whose Cross-Origin-Opener-Policy cuts the window off from this page makes `closed` true while it is open. So
 * the window counts as closed only once this page has the focus again and nobody is signed in. Whoever finishes after that
 * is still signed in: `onLate` is called with the path, unless forgetGoogle or another attempt came first.
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
  // The window closes right after it has posted its message, which may arrive after that.
  const watch = setInterval(async () => {
    if (!popup.closed || !inSight() || ++seenClosed < 3) return;
    clearInterval(watch);
    if (!reauth && (await isSignedIn())) resolve('/account');
    else giveUp();
  }, 250);
  stopHearing = () => {
    clearInterval(watch);
    // What was just posted must still go out.
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
