import { ownPath } from '@kith/contracts/ownPath';

const reasons = ['signup', 'reset', 'deleted'] as const;

export interface Next {
  /** The page that required the log-in. It opens after the log-in. */
  next?: string | undefined;
}

export interface LoginSearch extends Next {
  /** The error code of a failed sign-in with Google. */
  error?: string | undefined;
  /** The event that led to the log-in page: an account was created or deleted, or a password was changed. */
  done?: (typeof reasons)[number] | undefined;
}

export const readNext = (search: Record<string, unknown>): Next => ({
  next: ownPath(search.next, location.origin) ?? undefined,
});

export const readLoginSearch = (search: Record<string, unknown>): LoginSearch => ({
  error: typeof search.error === 'string' ? search.error : undefined,
  done: reasons.find((reason) => reason === search.done),
  ...readNext(search),
});
