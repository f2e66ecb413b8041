// Long: migrates databases of earlier versions, with rows, concurrently with queries, and after interruptions.
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrate } from './migrate.ts';
import { isMigrated } from './migrations/names.ts';
import { createEmptyDatabase, createReleasedDatabase } from './testing/index.ts';

let url: string;
let drop: () => Promise<void>;
let client: pg.Client;

beforeEach(async () => {
  ({ url, drop } = await createEmptyDatabase(inject('databaseUrl')));
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await drop();
});

/** Replaces the test database by one with the schema of a released version. */
async function useReleased(commit: 'c550dfc' | '1b76bea'): Promise<void> {
  await client.end();
  await drop();
  ({ url, drop } = await createReleasedDatabase(inject('databaseUrl'), commit));
  client = new pg.Client({ connectionString: url });
  await client.connect();
}

/** Inserts two users who follow each other, with a post, in the first version's schema. */
const lived = `
  insert into users (user_name, email, identity_uid, auth_provider, password_hash)
  values ('alice', 'alice@kith.test', 'uid-a', 'email', '-'), ('bob', 'bob@kith.test', 'uid-b', 'email', '-');
  insert into posts (author_id, caption) values (1, 'hello');
  insert into follows (follower_id, followed_id) values (2, 1);
  insert into likes (user_id, post_id) values (2, 1);
  insert into comments (author_id, post_id, content) values (2, 1, 'hi');
  select notify_member(1, 'comment', 2, 1, 1);
  insert into images (owner_id, kind, post_id, key) values (1, 'post', 1, 'k');
`;

const rows = async () => {
  const tables = ['users', 'posts', 'follows', 'likes', 'comments', 'notifications', 'notification_events', 'images'];
  const counts = await Promise.all(tables.map((table) => client.query(`select count(*)::int as n from ${table}`)));
  return Object.fromEntries(tables.map((table, i) => [table, counts[i]?.rows[0].n]));
};

describe('a migration', () => {
  it('creates a chat for each pair that exchanged messages, and resumes where it was killed', async () => {
    await migrate(url, { upTo: 'Migration040Tokens' });
    await client.query(`insert into users (id, user_name, email, identity_uid, auth_provider, password_hash)
      select i, 'user' || i, i || '@kith.test', 'uid-' || i, 'email', '-' from generate_series(1, 4) i`);
    await client.query(`insert into messages (sender_id, receiver_id, content, read_at)
      values (1, 2, 'a', now()), (2, 1, 'b', null), (3, 1, 'c', null)`);
    await client.query(`insert into contacts (user_id, contact_id, last_message_id, unread_count)
      values (1, 2, 2, 1), (2, 1, 2, 0), (1, 3, 3, 1), (3, 1, 3, 0), (1, 4, 0, 0), (4, 1, 0, 0)`);
    await migrate(url, { upTo: 'Migration041Chats' });
    const chats = async () => (await client.query('select lower_id, higher_id, last_id from chats order by id')).rows;
    const made = [
      { lower_id: '1', higher_id: '2', last_id: '2' },
      { lower_id: '1', higher_id: '3', last_id: '3' },
    ];
    expect(await chats()).toEqual(made);
    // This is the state after the process was killed before it had recorded the migration as done.
    await client.query(`delete from migrations where name = 'Migration041Chats'`);
    await client.query('delete from chats where higher_id = 3');
    await migrate(url);
    expect(await chats()).toEqual(made);
    // An API process of an earlier version inserts rows without the new columns.
    await client.query(`insert into messages (sender_id, receiver_id, content) values (2, 1, 'd'), (4, 2, 'e')`);
    const { rows: placed } = await client.query(
      'select content, chat_id is not null as placed, read_at is not null as read from messages order by id',
    );
    expect(placed).toEqual([
      { content: 'a', placed: false, read: true },
      { content: 'b', placed: false, read: false },
      { content: 'c', placed: false, read: false },
      { content: 'd', placed: true, read: false },
      { content: 'e', placed: true, read: false },
    ]);
    expect(await chats()).toHaveLength(3);
  });

  it('keeps the data of the first version, and can be repeated', async () => {
    await useReleased('c550dfc');
    expect(await isMigrated(client as never)).toBe(false);
    await client.query(lived);
    const before = await rows();
    await migrate(url);
    expect(await rows()).toEqual(before);
    expect(await isMigrated(client as never)).toBe(true);
    await migrate(url);
    expect(await rows()).toEqual(before);
  });

  it('recomputes the weights of the likes that a ranking still counts', async () => {
    await useReleased('c550dfc');
    await migrate(url, { upTo: 'Migration019SleepingFeeds' });
    await client.query(lived);
    await client.query(`
      insert into users (user_name, email, identity_uid, auth_provider, password_hash, created_at, disabled_at)
      values ('old', 'o@kith.test', 'uid-o', 'email', '-', now() - interval '9 days', null),
        ('out', 'x@kith.test', 'uid-x', 'email', '-', now() - interval '90 days', now());
      insert into likes (user_id, post_id) select id, 1 from users where user_name in ('old', 'out')
    `);
    await migrate(url);
    const { rows: weights } = await client.query(
      'select u.user_name, l.weight from likes l join users u on u.id = l.user_id order by l.id',
    );
    expect(weights).toEqual([
      { user_name: 'bob', weight: 0.25 },
      { user_name: 'old', weight: null },
      { user_name: 'out', weight: 0 },
    ]);
  });

  it('waits for a table in use without blocking later queries', async () => {
    await useReleased('1b76bea');
    await client.query('begin');
    await client.query('lock table notification_events in access share mode');
    const migrated = migrate(url);
    const other = new pg.Client({ connectionString: url, statement_timeout: 8_000 });
    await other.connect();
    // This query returns a row once the migration waits for the lock.
    const waiting = `select from pg_locks where not granted and relation = 'notification_events'::regclass`;
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
    await other.query('select count(*) from notification_events');
    await other.end();
    await client.query('commit');
    await migrated;
    expect(await isMigrated(client as never)).toBe(true);
  });

  it('builds an index while a backup reads, and leaves no invalid one', async () => {
    await migrate(url, { upTo: 'Migration015Push' });
    // This transaction holds a snapshot, as a backup does: building an index waits for its end, creating a table does not.
    await client.query('begin isolation level repeatable read');
    await client.query('select 1');
    const migrated = migrate(url, { upTo: 'Migration016Bounds' });
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    // The index build must wait for longer than a migration's lock time-out.
    const waiting = `select from pg_stat_activity where datname = current_database() and state = 'active'
      and query ilike 'create index concurrently%' and query_start < clock_timestamp() - interval '3500 ms'`;
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
    await client.query('commit');
    await migrated;
    expect((await other.query('select from pg_index where not indisvalid')).rowCount).toBe(0);
    await other.end();
  });

  it('can be interrupted in a part outside of a transaction, and resumes', async () => {
    await migrate(url, { upTo: 'Migration006Exports' });
    await client.query('alter table users add column private boolean not null default false');
    await client.query(`alter table posts add column audience text not null default 'public'`);
    await migrate(url);
    expect(await isMigrated(client as never)).toBe(true);
  });
});
