interface Chosen {
  userName: string;
  password: string;
}

let chosen: Chosen | null = null;

/**
 * Keeps the username and password of a new member for the log-in that follows: only in this page's memory, never in storage or in
 * the address.
 */
export const setChosen = (fresh: Chosen | null): void => {
  chosen = fresh;
};

export const passwordOf = (userName: string): string => (chosen?.userName === userName ? chosen.password : '');
