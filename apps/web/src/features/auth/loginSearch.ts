export interface LoginSearch {
  /** The code of a failed sign-in with Google. */
  error?: string | undefined;
  /** Why the visitor comes here: an account was made, or a password was changed. */
  done?: 'signup' | 'reset' | undefined;
}

export const readLoginSearch = (search: Record<string, unknown>): LoginSearch => ({
  error: typeof search.error === 'string' ? search.error : undefined,
  done: search.done === 'signup' || search.done === 'reset' ? search.done : undefined,
});
