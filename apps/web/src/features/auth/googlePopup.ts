import { Failure } from '../../lib/failure.ts';

const size = { width: 480, height: 640 };

function openWindow(path: string): Window | null {
  const left = Math.round(screenX + (outerWidth - size.width) / 2);
  const top = Math.round(screenY + (outerHeight - size.height) / 2);
  return open(path, 'kith-sign-in', `popup,width=${size.width},height=${size.height},left=${left},top=${top}`);
}

/** The way on that signed-in.html tells, as a path of this origin; the code of what went wrong is thrown. */
function readNext(told: unknown): string {
  const target = URL.parse(String(told), location.origin);
  if (target?.origin !== location.origin) throw new Failure('user-not-authenticated');
  const code = target.searchParams.get('error');
  if (code) throw new Failure(code);
  return target.pathname.replace(/^\/+/, '/') + target.search;
}

/**
 * Signs in with Google in a popup window and answers the path to go on to. Call it in the click itself, or the browser
 * blocks the window. Throws `popup-blocked`, `popup-closed-by-user`, and the codes of the server.
 */
export function askGoogle(query = ''): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const popup = openWindow(`/auth/google?popup=1${query}`);
  if (!popup) return Promise.reject(new Failure('popup-blocked'));
  const channel = new BroadcastChannel('kith-sign-in');
  let seenClosed = 0;
  // The window closes right after it has told, and its message may come later than that.
  const watch = setInterval(() => {
    if (popup.closed && ++seenClosed > 2) reject(new Failure('popup-closed-by-user'));
  }, 250);
  channel.onmessage = ({ data }) => {
    if (!data?.next) return;
    channel.postMessage('heard');
    resolve(data.next);
  };
  return promise.then(readNext).finally(() => {
    clearInterval(watch);
    // What was just posted must still go out.
    setTimeout(() => channel.close(), 1_000);
  });
}
