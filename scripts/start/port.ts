import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '@kith/platform/settings';

const patience = 2000;

/**
 * Checks that the server's port can be had, before anything is started.
 * Waits a little for it: the processes of a start killed just now need a moment to notice and leave.
 */
export async function requirePort(host: string, port: number): Promise<void> {
  for (const deadline = Date.now() + patience; ; await wait(100)) {
    const code = await tryListen(host, port);
    if (!code) return;
    if (code === 'EADDRINUSE' && Date.now() < deadline) continue;
    throw new StartError(reasons[code]?.(host, port) ?? `Port ${port} on ${host} cannot be opened (${code}).`);
  }
}

const reasons: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) => `Port ${port} is taken: end the program that uses it, or set PORT to another.`,
  EACCES: (_, port) => `Port ${port} may not be opened by this user: set PORT to one above 1023.`,
  EADDRNOTAVAIL: (host) => `Setting HOST should be an address of this machine, and ${host} is none.`,
  ENOTFOUND: (host) => `Setting HOST should be an address of this machine, and ${host} is none.`,
};

function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code));
    server.listen(port, host, () => server.close(() => done(undefined)));
  });
}
