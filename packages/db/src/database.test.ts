import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { createTestDatabase } from './testing/index.ts';

let db: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase(inject('databaseUrl'));
  drop = database.drop;
  db = await openDatabase({ url: database.url, statementTimeout: 3_000 });
  await db.pool.query('create table pairs (id int primary key, n int not null default 0)');
  await db.pool.query('insert into pairs (id) values (1), (2)');
});
afterAll(async () => {
  await db.close();
  await drop();
});

const add = 'update pairs set n = n + 1 where id = ';

describe('one side of a deadlock', () => {
  it('is run anew as a transaction', async () => {
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      let arrived = 0;
      meet = () => (++arrived === 2 ? resolve() : undefined);
    });
    let runs = 0;
    const cross = (first: number, second: number) =>
      db.transaction(async (em) => {
        runs += 1;
        await em.execute(add + first);
        meet();
        await met;
        await em.execute(add + second);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect(runs).toBe(3);
    expect((await db.pool.query('select n from pairs order by id')).rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('is run anew as a statement', async () => {
    const other = await db.pool.connect();
    await other.query('begin');
    // The longer it waits before it looks for a deadlock, the surer the statement is the one that finds it.
    await other.query(`set local deadlock_timeout = '20s'`);
    await other.query(add + 2);
    const text = `with a as (update pairs set n = n + 10 where id = 1 returning n)
      update pairs set n = n + 10 where id = 2 and (select n from a) > 0 returning n`;
    const stated = db.run({ name: 'cross', text }, []);
    const waits = `select from pg_locks where not granted`;
    await expect.poll(async () => (await db.pool.query(waits)).rowCount).toBe(1);
    await other.query(add + 1);
    await other.query('commit');
    other.release();
    expect(await stated).toHaveLength(1);
    expect((await db.pool.query('select n from pairs order by id')).rows).toEqual([{ n: 13 }, { n: 13 }]);
  });
});

describe('a statement that takes too long', () => {
  it('is given up by PostgreSQL', async () => {
    await expect(db.run({ name: 'sleep', text: 'select pg_sleep(20)' }, [])).rejects.toMatchObject({ code: '57014' });
    await expect(db.em().execute('select pg_sleep(20)')).rejects.toMatchObject({ code: '57014' });
  });
});
