const reasons = ['signup', 'reset', 'deleted'] as const;

export interface Next {
  /** The page that asked for the log-in, and to which it leads. */
  next?: string | undefined;
}

export interface LoginSearch extends Next {
  /** The error code of a failed sign-in with Google. */
  error?: string | undefined;
  /** The event that led to the log-in page: an account was created or deleted, or a password was changed. */
  done?: (typeof reasons)[number] | undefined;
}

/** Returns a path of this site, or undefined for anything else, because anybody can write a link with such an address. */
const ownPath = (path: unknown): string | undefined =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && URL.parse(path, location.origin)?.origin === location.origin
    ? path
    : undefined;

export const readNext = (search: Record<string, unknown>): Next => ({ next: ownPath(search.next) });

export const readLoginSearch = (search: Record<string, unknown>): LoginSearch => ({
  error: typeof search.error === 'string' ? search.error : undefined,
  done: reasons.find((reason) => reason === search.done),
  ...readNext(search),
});
