import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { columnsThatAre } from './personalData.ts';
import { exportLists, exportQueries } from './queries/index.ts';
import type { Statement } from './statement.ts';
import { type DescribedColumn, statementDescriber } from './testing/describedStatements.ts';
import { createTestDatabase } from './testing/index.ts';

let client: pg.Client;
let describeRow: (text: string) => Promise<DescribedColumn[]>;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase(inject('databaseUrl'));
  drop = database.drop;
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const described = await statementDescriber(client);
  describeRow = async (text) => (await described(text)).columns;
});
afterAll(async () => {
  await client.end();
  await drop();
});

/** The statements whose rows are in a member's export. */
const exporting: Record<string, Statement<[user: number], unknown>> = {
  profile: exportQueries.profile,
  files: exportQueries.files,
  ...exportLists,
};

/** Computed columns of exports, and the table columns they are made of: PostgreSQL only reports the origin of plain columns. */
const computed: Record<string, string[]> = {
  'profile.notificationSettings': [
    'enabled',
    'messages',
    'tags',
    'followers',
    'likes',
    'comments',
    'joins',
    'events',
    'birthdays',
  ].map((name) => `notification_settings.${name}`),
  'posts.picture': ['posts.image_id'],
  'posts.pictures': ['posts.image_id', 'images.position', 'images.alt'],
  'posts.event': ['starts_at', 'ends_at', 'time_zone', 'place', 'cancelled_at'].map((name) => `events.${name}`),
  'posts.poll': ['multiple', 'named', 'closes_at', 'voters_count']
    .map((name) => `polls.${name}`)
    .concat('poll_options.text', 'poll_options.votes_count'),
  'votes.postId': ['polls.post_id'],
  'votes.option': ['poll_options.text'],
  // A union has no plain columns.
  'files.file': ['images.position', 'messages.image_id'],
  ...Object.fromEntries(['key', 'widths', 'media', 'container'].map((name) => [`files.${name}`, [`images.${name}`]])),
  'albumPictures.pictures': ['images.position', 'images.alt'],
  'comments.userName': ['users.user_name'],
  'likes.userName': ['users.user_name'],
  'saved.userName': ['users.user_name'],
  'eventAnswers.userName': ['users.user_name'],
  'likedComments.userName': ['users.user_name'],
  'muted.until': ['mutes.until'],
  // The statements about messages read a union of sent and received messages, so all their columns are computed.
  'messages.pictures': ['messages.image_id', 'images.alt'],
  'messages.postId': ['messages.post_id'],
  'messages.pollOptions': ['poll_options.text'],
  'messages.createdAt': ['messages.created_at'],
  'messages.content': ['messages.content'],
  'messages.sent': ['messages.sender_id'],
  'messages.userName': ['users.user_name'],
  'messages.readAt': ['messages.read_at'],
  'messages.editedAt': ['messages.edited_at'],
  'messages.deletedAt': ['messages.deleted_at'],
  'reactions.userName': ['users.user_name'],
};

/** The columns of tables that a statement reads. */
async function columnsReadBy(text: string): Promise<string[]> {
  await client.query(`create temporary view reading as ${text.replaceAll('$1', '1')}`);
  const { rows } = await client.query(`
    select distinct c.relname || '.' || a.attname as name from pg_depend d
    join pg_rewrite r on r.oid = d.objid and r.ev_class = 'reading'::regclass
    join pg_class c on c.oid = d.refobjid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid and a.attnum > 0`);
  await client.query('drop view reading');
  return rows.map(({ name }) => name);
}

describe('the table of personal data', () => {
  it('lists each column of each table once, and nothing else', async () => {
    const { rows } = await client.query(`
      select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migrations'
        and a.attnum > 0 and not a.attisdropped`);
    const columns = columnsThatAre('both', 'exported', 'erased', 'neither');
    expect(columns.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it('marks as exported exactly what the statements of the export return', async () => {
    const found = new Set<string>();
    for (const [list, { text }] of Object.entries(exporting)) {
      const read = await columnsReadBy(text);
      for (const { name, origin } of await describeRow(text)) {
        const sources = origin ? [origin] : (computed[`${list}.${name}`] ?? []);
        expect(sources, `${list}.${name} is computed, and nothing says of what`).not.toEqual([]);
        expect(read, `${list}.${name}`).toEqual(expect.arrayContaining(sources));
        for (const source of sources) found.add(source);
      }
    }
    expect([...found].toSorted()).toEqual(columnsThatAre('both', 'exported').toSorted());
  });
});
