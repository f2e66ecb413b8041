import { setTimeout as wait } from 'node:timers/promises';
import { appointFirstHost } from '@kith/domain';
import { kithVersion, loadSettings, reportReady, StartError, stopOnSignal } from '@kith/platform';
import { buildApp } from './app.ts';
import { openDeps } from './deps.ts';

/** Time-out for closing the connections to the stores, in milliseconds. */
const closeTimeoutMs = 1_000;

const fail = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

/**
 * The maximum number of sockets of a process: ten thousand streams at 18 kB each, plus calls. Further connections are closed at
 * once.
 */
const maxConnections = 12_000;

async function serve(): Promise<void> {
  const settings = loadSettings();
  const { databaseUrl } = settings;
  if (databaseUrl === null)
    throw new StartError('Setting DATABASE_URL should name a database; only npm start brings its own.');
  const deps = await openDeps({ ...settings, databaseUrl });
  // A server whose members joined before there were hosts makes its first member a host.
  await appointFirstHost(deps.domain).catch((err: unknown) =>
    deps.domain.log.warn({ err }, 'no first host could be appointed'),
  );
  const app = await buildApp(deps);
  app.server.maxConnections = maxConnections;
  if (settings.publicUrlNote) deps.domain.log.warn({}, settings.publicUrlNote);
  await app.listen({ host: settings.host, port: settings.port });
  const { log } = deps.domain;
  log.info({ version: kithVersion, port: settings.port }, 'started');
  stopOnSignal(async (how) => {
    log.info({ version: kithVersion }, 'stopping');
    await deps.shutdown.stop(deps.streams, how);
    app.server.closeAllConnections();
    await app.close();
    // A hanging database would never confirm that its connections are closed.
    await Promise.race([deps.close(), wait(closeTimeoutMs)]);
    log.info({}, 'stopped');
  }, settings.shutdownSeconds);
  reportReady();
}

serve().catch((error: NodeJS.ErrnoException) => {
  if (error instanceof StartError) fail(error.message);
  if (error.code === 'EADDRINUSE')
    fail(`Setting PORT should be a free port; ${(error as { port?: number }).port} is taken.`);
  fail(`The api could not start: ${error.message}`);
});
