// Long: starts the embedded PostgreSQL a dozen times; every journey starts it once.
import { chmodSync, cpSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startPostgres } from './start.ts';

let folder: string;
const outside: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kith-place-'));
  chmodSync(folder, 0o711);
});
afterEach(() => {
  for (const each of [folder, ...outside.splice(0)]) rmSync(each, { recursive: true, force: true });
});

const settings = { fsync: 'off' };
const start = (dataDir: string) => startPostgres({ dataDir, settings });

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

describe('the embedded database', () => {
  test('that was deleted is not created anew', async () => {
    const dataDir = join(folder, 'data');
    await (await start(dataDir)).stop();
    const cluster = join(dataDir, 'postgres/cluster');
    renameSync(cluster, `${cluster}.lost`);
    await expect(start(dataDir)).rejects.toThrow(
      /^The database of DATA_DIR .* is not in .*, where it was made: bring both/,
    );
    renameSync(`${cluster}.lost`, cluster);
    await (await start(dataDir)).stop();
  });

  test('of a copied DATA_DIR belongs to the copy, even while the original runs', async () => {
    const [original, copy] = [join(folder, 'data'), join(folder, 'deep/data')];
    const first = await start(original);
    await ask(first.url, 'create table pairs (n int)');
    await ask(first.url, 'checkpoint');
    cpSync(original, copy, { recursive: true });
    const second = await start(copy);
    await ask(second.url, 'insert into pairs values (1)');
    expect(await ask(first.url, 'select n from pairs')).toEqual([]);
    await Promise.all([first.stop(), second.stop()]);
  });

  test('is placed outside of a folder its user may not enter, and a copy without it is reported', async (context) => {
    context.skip(process.getuid?.() !== 0, 'only root has this trouble');
    chmodSync(folder, 0o700);
    const dataDir = join(folder, 'data');
    const postgres = await start(dataDir);
    const [, location = ''] = /its data is in (\S+)$/.exec(postgres.note ?? '') ?? [];
    outside.push(location);
    expect(statSync(join(location, 'cluster')).uid).not.toBe(0);
    cpSync(dataDir, join(folder, 'copy'), { recursive: true });
    await expect(start(join(folder, 'copy'))).rejects.toThrow(
      /^The database of DATA_DIR .*copy is not in .*, where it was made/,
    );
    await postgres.stop();
    await (await start(dataDir)).stop();
    // Another DATA_DIR at the same path does not get the database of the first.
    rmSync(dataDir, { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(/holds the database of another DATA_DIR that lay at/);
  });

  test('works under any umask, and is refused at once where no folder can be created', async () => {
    const umask = process.umask(0o077);
    const postgres = await start(join(folder, 'deep/data')).finally(() => process.umask(umask));
    expect(postgres.note ?? '').not.toContain('its data is in');
    await postgres.stop();
    await (await start(join(folder, 'deep/data'))).stop();
    await expect(start('/proc/nothing')).rejects.toThrow(/^DATA_DIR \/proc\/nothing cannot be written \(ENOENT\)/);
  });
});
