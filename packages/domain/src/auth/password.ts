import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { Refusal } from '../errors.ts';

// The parameters that OWASP recommends for argon2id: 19 MiB, 2 passes, 1 lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash with the parameters of `options`, of a random password that nobody knows. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$YL4KzjheROOvTDBea0FS8w$SP0rkIafNLownOTDHsQDy+LmYt4yky6AGSrixRP+yLw';

/** The number of passwords hashed at once. libuv has four threads for hashing, files and DNS; two are left for files and DNS. */
const concurrency = 2;

/** The maximum number of queued calls, some two seconds of work; further calls are refused, so that the queue stays short. */
const maxQueued = 100;

const queue = pLimit(concurrency);

function enqueue<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= maxQueued) throw new Refusal('busy', { retryAfterSeconds: 5 });
  return queue(work);
}

/** Hashes with argon2id on libuv's threads, queued. Throws `busy` when the queue is full. */
export const hashPassword = async (password: string): Promise<string> => enqueue(() => hash(password, options));

/**
 * Verifies a password, queued. A null hash takes as long to check and never matches, so that the timing does not reveal whether
 * an account has a password. Throws `busy` when the queue is full.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await enqueue(() => verify(passwordHash ?? dummyHash, password));
  return passwordHash !== null && matches;
}
