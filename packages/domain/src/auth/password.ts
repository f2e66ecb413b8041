import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { Refusal } from '../errors.ts';

// OWASP's argon2id figures: 19 MiB, 2 passes, 1 lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Made with the same figures, of a password that was thrown away. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$YL4KzjheROOvTDBea0FS8w$SP0rkIafNLownOTDHsQDy+LmYt4yky6AGSrixRP+yLw';

/** libuv has four threads for hashing, files and names alike: two are left for those. */
const atOnce = 2;

/** Some two seconds' work. Whoever comes after it is asked to come back, so that the queue never grows past use. */
const mostWaiting = 100;

const turns = pLimit(atOnce);

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.pendingCount >= mostWaiting) throw new Refusal('busy', { retryAfterSeconds: 5 });
  return turns(work);
}

/** Hashes with argon2id, off the event loop, in turn. Throws `busy` when too many wait. */
export const hashPassword = async (password: string): Promise<string> => inTurn(() => hash(password, options));

/**
 * Checks a password, in turn; without a hash it works as long and answers false, so that timing tells nothing.
 * Throws `busy` when too many wait.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? decoy, password));
  return passwordHash !== null && matches;
}
