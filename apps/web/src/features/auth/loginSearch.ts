const reasons = ['signup', 'reset', 'deleted'] as const;

export interface LoginSearch {
  /** The error code of a failed sign-in with Google. */
  error?: string | undefined;
  /** The event that led to the log-in page: an account was created or deleted, or a password was changed. */
  done?: (typeof reasons)[number] | undefined;
}

export const readLoginSearch = (search: Record<string, unknown>): LoginSearch => ({
  error: typeof search.error === 'string' ? search.error : undefined,
  done: reasons.find((reason) => reason === search.done),
});
