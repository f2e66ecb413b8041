// Long: seeds a community and processes its forty pictures.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@kith/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../lib/bootstrap.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kith-round-'));
const [from, to, file] = ['from', 'to', 'kept.tar.zst'].map((name) => join(folder, name)) as [string, string, string];

async function script(name: string, args: string[], dataDir: string, more: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, ENV_FILE: '', DATA_DIR: dataDir, ...more };
  const child = spawn(process.execPath, [join(root, `scripts/${name}/main.ts`), ...args], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code: code as number, output };
}

async function rowsOf(dataDir: string): Promise<Record<string, string[]>> {
  const postgres = await startPostgres({ dataDir });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows: tables } = await client.query(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'pending_jobs', 'server_state', 'exports', 'imports', 'import_items', 'import_gaps')`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables)
    all[name] = (await client.query(`select t::text as row from ${name} t order by 1`)).rows.map(({ row }) => row);
  await client.end();
  await postgres.stop();
  return all;
}

function picturesOf(dataDir: string): Record<string, string> {
  const media = join(dataDir, 'media-store/files/media');
  const names = readdirSync(media, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.webp'));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(media, name), 'base64')]));
}

beforeAll(async () => {
  chmodSync(folder, 0o711);
  // The worker of a running Kith would have the port.
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { code, output } = await script('seed', [], from, { WORKER_PORT: String(port) });
  expect([code, output]).toEqual([0, expect.stringContaining('The community is in ')]);
  taken.close();
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the demo community is restored to the last row and picture', async () => {
  const kept = await script('backup', [file], from);
  expect(kept).toEqual({ code: 0, output: expect.stringMatching(/holds \d+ rows and \d+ files in/) });
  const rows = await rowsOf(from);
  expect(rows.host_log?.join()).toContain('backup-started');
  expect((await script('backup', [file], from)).output).toContain('is there already');
  const nowhere = join(folder, 'nowhere', 'kept.tar.zst');
  const failed = await script('backup', [nowhere], from);
  expect(failed).toEqual({
    code: 1,
    output: expect.stringMatching(/^\S+nowhere\/\S+ cannot be used \(ENOENT, open\): .*\n$/),
  });
  const restored = await script('restore', [file], to);
  expect(restored).toEqual({ code: 0, output: expect.stringContaining('Restored: 12 members') });
  expect(rows.users).toHaveLength(12);
  expect(await rowsOf(to)).toEqual(rows);
  expect(Object.keys(picturesOf(from)).length).toBeGreaterThan(50);
  expect(picturesOf(to)).toEqual(picturesOf(from));
}, 120_000);

test('a restore refuses a running DATA_DIR, one with members, and a broken archive, for which it creates no folder', async () => {
  const before = await rowsOf(from);
  const running = await startPostgres({ dataDir: from });
  try {
    const refused = await script('restore', [file], from);
    expect(refused).toEqual({ code: 1, output: expect.stringContaining('stop it first') });
  } finally {
    await running.stop();
  }
  const refused = await script('restore', [file], from);
  expect(refused).toEqual({ code: 1, output: expect.stringContaining('There are members here already') });
  expect(await rowsOf(from)).toEqual(before);
  const broken = join(folder, 'broken');
  writeFileSync(broken, readFileSync(file).subarray(0, -1));
  const nowhere = join(folder, 'nowhere');
  expect(await script('restore', [broken], nowhere)).toEqual({
    code: 1,
    output: expect.stringContaining('is broken'),
  });
  expect(existsSync(nowhere)).toBe(false);
  expect((await script('restore', [file, '--check'], nowhere)).output).toContain('is whole: 12 members');
}, 120_000);

test('an operator can extract one member’s data', async () => {
  const zip = join(folder, 'nora.zip');
  const done = await script('kith', ['export', 'nora.field', zip], from);
  expect(done).toEqual({ code: 0, output: expect.stringContaining(`Everything of nora.field is in ${zip}`) });
  expect(readFileSync(zip).includes('index.html')).toBe(true);
  expect((await script('kith', ['export', 'nobody', join(folder, 'x')], from)).output).toContain(
    'There is no member nobody',
  );
}, 60_000);

test('backup and restore print their usage', async () => {
  for (const name of ['backup', 'restore']) {
    expect(await script(name, ['--help'], folder)).toEqual({
      code: 0,
      output: expect.stringContaining(`npm run ${name} -- FILE`),
    });
    expect((await script(name, [], folder)).code).toBe(1);
  }
});
