import { hash, randomBytes } from 'node:crypto';

/** A random token of 256 bits, safe in an address or a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token: SHA-256, hex. Tokens are random, so a plain hash is enough. */
export const hashToken = (token: string): string => hash('sha256', token);

/** What every uid made here begins with, and none that a client may choose. */
const ownUid = 'kith-';

/** A random identity uid of ours: `kith-` and 28 letters and digits. */
export function newIdentityUid(): string {
  const letters = randomBytes(40)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '');
  return ownUid + letters.slice(0, 28);
}

/** Whether a client may choose this uid: never one that could have been made here, now or later. */
export const mayBeChosen = (uid: string): boolean => !uid.toLowerCase().startsWith(ownUid);
