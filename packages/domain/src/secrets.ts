import { hash, randomBytes } from 'node:crypto';

/** A random token of 256 bits, safe in an address or a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token: SHA-256, hex. Tokens are random, so a plain hash is enough. */
export const hashToken = (token: string): string => hash('sha256', token);

/** A random identity uid, 28 letters and digits long. */
export const newIdentityUid = (): string =>
  randomBytes(40)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 28);
