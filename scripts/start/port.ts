import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '@kith/platform/settings';

const timeoutMs = 2000;

/**
 * Checks that the server can open its port. Waits briefly if the port is taken, because processes of a Kith that was just killed
 * need a moment to exit.
 */
export async function requirePort(host: string, port: number): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; ; await wait(100)) {
    const code = await tryListen(host, port);
    if (!code) return;
    if (code === 'EADDRINUSE' && Date.now() < deadline) continue;
    throw new StartError(reasons[code]?.(host, port) ?? `Port ${port} on ${host} cannot be opened (${code}).`);
  }
}

/** The ports that are tried for the web app in development, from the default port `first` to `last`. */
const webPorts = { first: 5173, last: 5192 };

/** Returns the port for the web app in development: the requested one, or the first of `webPorts` that is free. */
export async function webPort(requested: string | undefined): Promise<number> {
  const free = async (port: number) =>
    (await Promise.all(['127.0.0.1', '::1'].map((host) => tryListen(host, port)))).every(
      (code) => code !== 'EADDRINUSE',
    );
  if (requested) {
    const port = Number(requested);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new StartError('Setting WEB_PORT should be a port, from 1 to 65535.');
    if (!(await free(port))) throw new StartError(`Port ${port} is taken: set WEB_PORT to another, or to none.`);
    return port;
  }
  for (let port = webPorts.first; port <= webPorts.last; port += 1) if (await free(port)) return port;
  throw new StartError(`Ports ${webPorts.first} to ${webPorts.last} are taken: set WEB_PORT to one that is free.`);
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
