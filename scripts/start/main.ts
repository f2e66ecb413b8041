import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { claimDataDir } from '@kith/platform/postgres';
import { failToStart, loadSettings, type Settings, StartError } from '@kith/platform/settings';
import { compileCache, root, timed } from '../lib/bootstrap.mjs';
import { apiOptions, type Child, frugal, supervise, workerOptions } from './child.ts';
import { type SupervisedDatabase, superviseDatabase } from './database.ts';
import { restartOnChange } from './dev.ts';
import { type Guard, startGuard } from './guard.ts';
import { onStopRequest } from './onStopRequest.ts';
import { requirePort, webPort } from './port.ts';
import { isUpToDate } from './upToDate.ts';

const dev = process.argv.includes('--dev');
/** The debugger's options (`--inspect` and variants) of this command, which are passed on to the server's process only. */
const inspect = process.argv.filter((argument) => /^--inspect(?:-brk|-wait)?(?:=|$)/.test(argument));

const stopping = new AbortController();
let database: SupervisedDatabase | undefined;
let guard: Guard | undefined;
let children: Child[] = [];
let watching: { close(): void } | undefined;

/** Starts all processes of Kith, and waits until they are ready. Returns Kith's address with a note for the operator. */
async function start(settings: Settings): Promise<string> {
  await requirePort(settings.host, settings.port);
  claimDataDir(settings.dataDir);
  const env: NodeJS.ProcessEnv = {
    ...frugal,
    NODE_COMPILE_CACHE: compileCache,
    ...process.env,
    DATA_DIR: settings.dataDir,
  };
  if (dev) {
    env.WEB_PORT = String(await webPort(process.env.WEB_PORT));
    env.PUBLIC_URL ??= `http://localhost:${env.WEB_PORT}`;
  }
  if (!settings.databaseUrl) {
    const started = await timed('Starting PostgreSQL', () => superviseDatabase(settings.dataDir));
    database = started;
    env.DATABASE_URL = started.url;
  }
  stopping.signal.throwIfAborted();
  const databaseUrl = settings.databaseUrl ?? env.DATABASE_URL ?? '';
  await timed('Migrating the database', () => migrate(databaseUrl, env));
  stopping.signal.throwIfAborted();
  guard = startGuard(settings.shutdownSeconds);
  const run = (name: string, script: string, execArgv: string[] = []) =>
    supervise(name, join(root, script), env, {
      execArgv,
      shutdownSeconds: settings.shutdownSeconds,
      ...(guard && { guard }),
      manualRestart: dev,
    });
  const server = run('server', dev ? 'apps/api/src/server.ts' : 'apps/api/dist/server.js', [...apiOptions, ...inspect]);
  const worker = run('worker', dev ? 'apps/worker/src/main.ts' : 'apps/worker/dist/main.js', workerOptions);
  children = [server, worker, ...(dev ? [run('Vite server', 'scripts/start/vite.ts')] : [])];
  await timed('Starting the server and the worker', () => Promise.all(children.map((child) => child.ready)));
  if (dev) watching = restartOnChange({ server, worker }, () => migrate(databaseUrl, env));
  const note = database?.note;
  return `${env.PUBLIC_URL || settings.publicUrl}${note ? ` (${note})` : ''}`;
}

async function migrate(databaseUrl: string, env: NodeJS.ProcessEnv): Promise<void> {
  // A stop ends the start even while the database does not answer.
  const stopped = new Promise<never>((_, reject) => {
    stopping.signal.addEventListener('abort', () => reject(stopping.signal.reason), { once: true });
  });
  if (await Promise.race([isUpToDate(databaseUrl), stopped])) return;
  const script = join(root, dev ? 'scripts/start/migrate.ts' : 'scripts/start/dist/migrate.js');
  const done = promisify(execFile)(process.execPath, [script], { env, signal: stopping.signal });
  const { stdout } = await done.catch(({ stderr }) => {
    throw new StartError(String(stderr).trim() || 'The database could not be migrated.');
  });
  if (watching) process.stdout.write(stdout);
}

/** Stops all processes, even in the middle of the start: first those that use the database, and then the database. */
async function stopAll(): Promise<void> {
  stopping.abort();
  watching?.close();
  await Promise.all(children.map((child) => child.stop()));
  await guard?.close();
  await starting.catch(() => {});
  await database?.stop();
}

const starting = (async () => start(loadSettings()))();

onStopRequest(async () => {
  await stopAll();
  process.exit(0);
});

try {
  console.log(`Kith is ready on ${await starting}`);
} catch (error) {
  if (!stopping.signal.aborted) {
    await stopAll();
    failToStart(error);
  }
}
