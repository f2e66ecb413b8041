interface Chosen {
  userName: string;
  password: string;
}

let chosen: Chosen | null = null;

/**
 * What a new member has just chosen, for the log-in that follows: kept in this page's memory only, never in storage or in the
 * address.
 */
export const setChosen = (fresh: Chosen | null): void => {
  chosen = fresh;
};

export const passwordOf = (userName: string): string => (chosen?.userName === userName ? chosen.password : '');
