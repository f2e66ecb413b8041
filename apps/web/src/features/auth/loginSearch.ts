const reasons = ['signup', 'reset', 'deleted'] as const;

export interface LoginSearch {
  /** The code of a failed sign-in with Google. */
  error?: string | undefined;
  /** Why the log-in is shown: an account was created or deleted, or a password was changed. */
  done?: (typeof reasons)[number] | undefined;
}

export const readLoginSearch = (search: Record<string, unknown>): LoginSearch => ({
  error: typeof search.error === 'string' ? search.error : undefined,
  done: reasons.find((reason) => reason === search.done),
});
