import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { User } from './entities/index.ts';
import { createTestDatabase, probe } from './testing/index.ts';

let db: Database;
let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase(inject('databaseUrl'));
  ({ url, drop } = database);
  db = await openDatabase({ url, statementTimeout: 3_000 });
  await probe(db, 'create table pairs (id int primary key, n int not null default 0)');
  await probe(db, 'insert into pairs (id) values (1), (2)');
});
afterAll(async () => {
  await db.close();
  await drop();
});

const add = 'update pairs set n = n + 1 where id = ';

it('a statement is planned once, even where a plan for each value would be better', async () => {
  const single = await openDatabase({ url, connections: 1 });
  await probe(single, 'create table many as select generate_series(1, 20000) as id');
  await probe(single, 'create index on many (id)');
  await probe(single, 'analyze many');
  // The range of these values is narrow, so by default PostgreSQL would make a new plan for each call, based on the values.
  for (let i = 0; i < 10; i += 1)
    await single.run({ name: 'newest', text: 'select count(*) from many where id > $1 and id < $2' }, [19_990, 20_000]);
  const { rows } = await single.pool.query(
    `select generic_plans, custom_plans from pg_prepared_statements where name = 'newest'`,
  );
  await single.close();
  expect(rows).toEqual([{ generic_plans: 10, custom_plans: 0 }]);
});

describe('a deadlock', () => {
  beforeEach(() => probe(db, 'update pairs set n = 0'));

  it('makes a transaction be retried', async () => {
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      let arrived = 0;
      meet = () => (++arrived === 2 ? resolve() : undefined);
    });
    let runs = 0;
    const cross = (first: number, second: number) =>
      db.transaction(async (tx) => {
        runs += 1;
        await tx.em().execute(add + first);
        meet();
        await met;
        await tx.em().execute(add + second);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    // On a busy machine both may be aborted.
    expect(runs).toBeGreaterThan(2);
    expect((await probe(db, 'select n from pairs order by id')).rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('makes a statement be retried', async () => {
    const other = await db.pool.connect();
    await other.query('begin');
    // This session waits 20 seconds before it checks for a deadlock, so that the tested statement's session detects it first.
    await other.query(`set local deadlock_timeout = '20s'`);
    await other.query(add + 2);
    const text = `with a as (update pairs set n = n + 10 where id = 1 returning n)
      update pairs set n = n + 10 where id = 2 and (select n from a) > 0 returning n`;
    const stated = db.run({ name: 'cross', text }, []);
    // Only sessions of this database are counted, because other databases are tested in parallel.
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await probe(db, waits)).rowCount).toBe(1);
    await other.query(add + 1);
    await other.query('commit');
    other.release();
    expect(await stated).toHaveLength(1);
    expect((await probe(db, 'select n from pairs order by id')).rows).toEqual([{ n: 11 }, { n: 11 }]);
  });
});

describe('a statement', () => {
  const text = 'select 9007199254740991::int8 as id, array[1]::int8[] as ids, $1::timestamptz(3) as at';
  const typed = { id: Number.MAX_SAFE_INTEGER, ids: [1], at: '2026-02-03T04:05:06.070Z' };

  it('returns ids as numbers and times as ISO 8601, in a transaction and outside', async () => {
    const at = [new Date(typed.at)] as const;
    expect(await db.run({ name: 'typed', text }, at)).toEqual([typed]);
    expect(await db.transaction((tx) => tx.run({ name: 'typed', text }, at))).toEqual([typed]);
  });

  it('in a transaction sees the unflushed changes of that transaction, and is rolled back with it', async () => {
    const names = { name: 'names', text: 'select user_name from users' };
    const work = db.transaction(async (tx) => {
      tx.em().create(User, { userName: 'alice', email: 'a@kith.test', identityUid: 'a', authProvider: 'google' });
      expect(await tx.run(names, [])).toEqual([{ user_name: 'alice' }]);
      throw new Error('never mind');
    });
    await expect(work).rejects.toThrow('never mind');
    expect(await db.run(names, [])).toEqual([]);
  });

  it('is prepared in a transaction, too', async () => {
    const names = { name: 'preparedNames', text: `select name from pg_prepared_statements where name = 'prepared'` };
    const prepared = await db.transaction(async (tx) => {
      await tx.run({ name: 'prepared', text: 'select 1 as one' }, []);
      return tx.run(names, []);
    });
    expect(prepared).toEqual([{ name: 'prepared' }]);
  });

  it('streams all its rows, and returns its connection when the consumer stops', async () => {
    const numbers = { name: 'numbers', text: 'select n from generate_series(1, $1::int) n' };
    const rows = await Array.fromAsync(db.stream<[number], { n: number }>(numbers, [1_203]));
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 1_203 }, (_, i) => i + 1));
    for await (const _ of db.stream<[number], { n: number }>(numbers, [1_203])) break;
    expect(db.pool.totalCount - db.pool.idleCount).toBe(0);
  });
});

describe('a statement that exceeds its time limit', () => {
  it('is cancelled by PostgreSQL', async () => {
    const hasty = await openDatabase({ url, statementTimeout: 100 });
    const sleeps = [
      hasty.run({ name: 'sleep', text: 'select pg_sleep(20)' }, []),
      hasty.em().execute('select pg_sleep(20)'),
    ];
    for (const sleep of await Promise.allSettled(sleeps)) expect(sleep).toMatchObject({ reason: { code: '57014' } });
    await hasty.close();
  });
});

describe('a connection that hangs while others work', () => {
  // The database of KITH_TEST_DATABASE may run on another machine, where this test cannot stop its process.
  it.skipIf(!!process.env.KITH_TEST_DATABASE)(
    'is closed after the time-out, which fails its pending statements, and is replaced',
    async () => {
      const hasty = await openDatabase({ url, statementTimeout: 200, connections: 1 });
      try {
        const { rows } = await hasty.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
        const pid = rows[0]?.pid as number;
        process.kill(pid, 'SIGSTOP');
        try {
          await expect(hasty.pool.query('select 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
          const after = await hasty.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
          expect(after.rows[0]?.pid).not.toBe(pid);
        } finally {
          process.kill(pid, 'SIGCONT');
        }
      } finally {
        await hasty.close();
      }
    },
  );
});
