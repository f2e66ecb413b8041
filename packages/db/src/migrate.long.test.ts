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
    expect(await chats()).toEqual([...made, { lower_id: '1', higher_id: '4', last_id: '0' }]);
    const { rows: placed } = await client.query(`select m.content, d.lower_id, d.higher_id from messages m
      join chats d on d.id = m.chat_id order by m.id`);
    expect(placed).toEqual([
      { content: 'a', lower_id: '1', higher_id: '2' },
      { content: 'b', lower_id: '1', higher_id: '2' },
      { content: 'c', lower_id: '1', higher_id: '3' },
    ]);
  });

  it('makes one table of the members of direct chats and of groups, which the previous version goes on writing', async () => {
    await migrate(url, { upTo: 'Migration073FannedOut' });
    await client.query(`insert into users (id, user_name, email, identity_uid, auth_provider, password_hash)
      select i, 'user' || i, i || '@kith.test', 'uid-' || i, 'email', '-' from generate_series(1, 4) i`);
    // Messages of a version without chats; the last one is of a member whose contacts are erased.
    await client.query(`alter table messages disable trigger user;
      insert into messages (sender_id, receiver_id, content, read_at)
      values (1, 2, 'a', now()), (2, 1, 'b', null), (1, 2, 'c', null), (3, 4, 'd', null);
      alter table messages enable trigger user`);
    await client.query(`insert into contacts (user_id, contact_id, last_message_id, unread_count, muted_until, request)
      values (1, 2, 3, 1, 'infinity', null), (2, 1, 3, 1, null, 'waiting'), (1, 4, 0, 0, null, null), (4, 1, 0, 0, null, null)`);
    await client.query(
      `insert into chats (id, kind, name, maker_id) overriding system value values (100, 'group', 'Lake', 1)`,
    );
    await client.query(
      'insert into chat_members (chat_id, user_id, unread_count, read_id) values (100, 1, 0, 7), (100, 3, 2, 0)',
    );
    await migrate(url);
    // The state after the process was killed before it had recorded the last migration as done.
    await client.query(`delete from migrations where name = 'Migration075Memberships'`);
    await migrate(url);
    const members = async () =>
      (
        await client.query(`select s.user_id::int as u, contact_id::int as c, lower_id::int as l, higher_id::int as h, d.kind, unread_count as n,
          request, s.read_id::int as r from memberships s join chats d on d.id = s.chat_id order by d.kind, l, h, u`)
      ).rows.map(({ u, c, l, h, kind, n, request, r }) => [kind, l, h, u, c, n, request, r]);
    expect(await members()).toEqual([
      ['direct', 1, 2, 1, 2, 1, null, 1],
      ['direct', 1, 2, 2, 1, 1, 'waiting', 2],
      ['direct', 1, 4, 1, 4, 0, null, 0],
      ['direct', 1, 4, 4, 1, 0, null, 0],
      ['group', null, null, 1, null, 0, null, 7],
      ['group', null, null, 3, null, 2, null, 0],
    ]);
    expect((await client.query('select from messages m join chats d on d.id = m.chat_id')).rowCount).toBe(4);
    // As the previous version sends a message to a member, and counts it itself.
    await client.query(`with sent as (
        insert into messages (sender_id, receiver_id, content) values (4, 1, 'e') returning id
      )
      insert into contacts as c (user_id, contact_id, last_message_id, unread_count)
      select a, b, sent.id, n from sent, (values (1, 4, 1), (4, 1, 0)) pair (a, b, n)
      on conflict (user_id, contact_id) do update set last_message_id = greatest(c.last_message_id, excluded.last_message_id),
        unread_count = c.unread_count + excluded.unread_count`);
    await client.query('update chat_members set unread_count = 0 where user_id = 3');
    await client.query('insert into contacts (user_id, contact_id) values (2, 4), (4, 2) on conflict do nothing');
    expect((await members()).map(([, , , user, contact, unread]) => [user, contact, unread])).toEqual([
      ...[
        [1, 2, 1],
        [2, 1, 1],
        [1, 4, 1],
        [4, 1, 0],
        [2, 4, 0],
        [4, 2, 0],
      ],
      ...[
        [1, null, 0],
        [3, null, 0],
      ],
    ]);
    const counts = await Promise.all(['contacts', 'chat_members'].map((view) => client.query(`select from ${view}`)));
    expect(counts.map(({ rowCount }) => rowCount)).toEqual([6, 2]);
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
