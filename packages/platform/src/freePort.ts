import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The range to search: below the ephemeral ports, which outgoing connections could take first, and low enough that the cluster
 * bus port of Redis, 10,000 higher, is below them too.
 */
const range = [15_000, 22_000] as const;
const attempts = 100;

/**
 * Returns a port of this machine that is not in use.
 * @throws when 100 randomly chosen ports are taken
 */
export async function freePort(): Promise<number> {
  for (let n = 0; n < attempts; n += 1) {
    const port = randomInt(...range);
    if (await isFree(port)) return port;
  }
  throw new Error(`${attempts} ports between ${range.join(' and ')} were taken`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
