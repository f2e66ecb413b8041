const key = 'kith.wanted';

interface Wanted {
  path: string;
  /** Whose page it was, if anybody's: the next member is not led to it. */
  member: string | null;
}

const isOwn = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && URL.parse(path, location.origin)?.origin === location.origin;

/** Keeps for this tab where a log-in was asked for. It is in no address, where anybody could write it. */
export function keepWanted(path: string, member: string | null): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ path, member } satisfies Wanted));
  } catch {
    // Without storage the log-in leads to the account.
  }
}

/** Where the member who has logged in wanted to go, once. */
export function takeWanted(userId: number): string | null {
  try {
    const { path, member } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Wanted>;
    sessionStorage.removeItem(key);
    return isOwn(path) && (member === null || member === String(userId)) ? path : null;
  } catch {
    return null;
  }
}
