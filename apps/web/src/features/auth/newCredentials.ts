interface NewCredentials {
  userName: string;
  password: string;
}

let credentials: NewCredentials | null = null;

/**
 * Keeps the username and password of a new member for the log-in that follows the sign-up. They are only in this page's memory,
 * never in the browser's storage or in the address.
 */
export const setNewCredentials = (next: NewCredentials | null): void => {
  credentials = next;
};

export const passwordOf = (userName: string): string =>
  credentials?.userName === userName ? credentials.password : '';
