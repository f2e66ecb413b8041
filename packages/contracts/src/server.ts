import * as z from 'zod/mini';
import { count, key } from './common.ts';
import { userSummary } from './users.ts';

/** Who may create an account: everybody, those with an invitation, or nobody. */
export const signUpMode = z.enum(['open', 'invitation', 'closed'], key('invalid-input'));
export type SignUpMode = z.output<typeof signUpMode>;

/** The server as everybody sees it, also without an account. */
export const serverView = z.object({
  name: z.string(),
  /** What the server is, in a few sentences; '' if its hosts have written nothing. */
  description: z.string(),
  /** What the host asks of members; '' if there is nothing. */
  rules: z.string(),
  /** The server's picture, whose address ends in `/256.webp`; null for Kith's own logo. */
  pictureUrl: z.nullable(z.string()),
  signUp: signUpMode,
  /** How many members there are, from 10 on rounded down to tens; null if the hosts do not show it. */
  members: z.nullable(count),
  /** The maximum length of a video in seconds, and its maximum size in bytes; with 0 seconds the server takes no videos. */
  maxVideoSeconds: count,
  maxVideoBytes: count,
  /** Who runs the server: only for members. */
  hosts: z.optional(z.array(userSummary)),
  /** Kith's version: only for hosts. */
  version: z.optional(z.string()),
});
export type ServerView = z.output<typeof serverView>;
