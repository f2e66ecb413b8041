import { hash, randomBytes } from 'node:crypto';

/** A random token of 256 bits, safe in URLs and cookies. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** A random name of a folder in the storage, of 43 letters and digits. */
export const newFolderKey = (): string => newToken().replace(/[^A-Za-z0-9]/g, 'x');

/** The stored form of a token: SHA-256 in hex. Tokens are random, so an unsalted hash is enough. */
export const hashToken = (token: string): string => hash('sha256', token);

/** The prefix of every uid that a server generates; clients may not choose a uid with it. */
const ownUid = 'kith-';

/** A random identity uid: `kith-` and 28 letters and digits. */
export function newIdentityUid(): string {
  const letters = randomBytes(40)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '');
  return ownUid + letters.slice(0, 28);
}

/** Whether a client may choose this uid: not one that a server could generate. */
export const mayBeChosen = (uid: string): boolean => !uid.toLowerCase().startsWith(ownUid);
