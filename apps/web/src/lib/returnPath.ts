const key = 'kith.wanted';

interface Wanted {
  path: string;
  /** The id of the member who was signed in, if any. Other members are not redirected to the stored page. */
  member: string | null;
}

const isOwn = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && URL.parse(path, location.origin)?.origin === location.origin;

/**
 * Stores, for this tab, the page to return to after the log-in. The page is not part of the address, because anybody can write
 * a link with such an address.
 */
export function storeReturnPath(path: string, member: string | null): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ path, member } satisfies Wanted));
  } catch {
    // Without storage, the log-in leads to the account screen.
  }
}

/** Returns the page that was requested before the log-in, and deletes the stored path. */
export function takeReturnPath(userId: number): string | null {
  try {
    const { path, member } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Wanted>;
    sessionStorage.removeItem(key);
    return isOwn(path) && (member === null || member === String(userId)) ? path : null;
  } catch {
    return null;
  }
}
