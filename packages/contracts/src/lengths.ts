/** The most characters of each text that people write; the tables have the same as checks. No import: forms that stand on the first page know them too. */
export const longest = {
  userName: 20,
  bio: 300,
  email: 254,
  password: 128,
  caption: 2200,
  location: 100,
  comment: 1000,
  message: 4000,
} as const;

export const shortestUserName = 3;
