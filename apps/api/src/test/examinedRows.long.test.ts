// Long: fills every list with thousands of hidden rows. hiddenRows.test.ts asserts what the lists answer, plans.test.ts that they
// read by an index.
import { probe } from '@kith/db/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { publish, write } from '../testing/actions.ts';
import { indexPosts } from '../testing/indexPosts.ts';
import { castForFile } from '../testing/serverForFile.ts';
import type { Person } from '../testing/testApp.ts';

/** How many rows of tables and indexes PostgreSQL may examine for each row of a page that a list returns. */
const perRow = 20;
/**
 * How many rows PostgreSQL may examine for a page that skips hidden rows until it is full. The skipping stops after a maximum
 * number.
 */
const perFilledPage = 12_000;
const fillTables =
  /^(posts\.(list|popular)|likes|comments|events|bookmarks|follows|users\.search|messages\.contacts|notifications|tags\.posts|search)/;
/** More than the largest bound below, so that a list which reads all hidden rows exceeds it. */
const many = 7_000;
const limit = 20;

const { server, alice, bob, carol } = await castForFile();
let bobsComment: number;

const run = (text: string, values: unknown[] = []) => probe(server.deps.domain.db, text, values);

/** Inserts users in batches, because statements have a time-out of 10 s and each name is indexed by each of its parts. */
async function madeUsers(prefix: string, count: number, more = 'null::timestamptz'): Promise<void> {
  for (let first = 1; first <= count; first += 2_000)
    await run(
      `insert into users (user_name, email, identity_uid, auth_provider, password_hash, disabled_at)
       select '${prefix}' || i, '${prefix}' || i || '@kith.test', '${prefix}-' || i, 'email', '-', ${more}
       from generate_series(${first}, ${Math.min(count, first + 1_999)}) i`,
    );
}

const idOf = async (userName: string): Promise<number> =>
  Number((await run('select id from users where user_name = $1', [userName])).rows[0].id);

/** Fills every list with rows that are hidden from alice and sort before the one that she sees, which is by bob. */
async function fill(): Promise<void> {
  const bobs = await publish(bob, 'seen');
  await run(`update posts set created_at = '2020-01-01'`);
  await bob.post('/likes', { userId: bob.userId, postId: bobs });
  await madeUsers('closed', 1);
  await madeUsers('spam', many, 'now()');
  await madeUsers('ordinary', 300);
  const closed = await idOf('closed1');
  await run('update users set private = true where id = $1', [closed]);
  await run(
    `insert into posts (author_id, caption, created_at)
     select $1, 'a #x the word' || i, now() - i * interval '1 second' from generate_series(1, ${many}) i`,
    [closed],
  );
  await run(
    `insert into posts (author_id, caption, audience, created_at)
     select $1, 'a #x the word' || i || ' #x' || i, 'friends', now() - i * interval '1 second' from generate_series(1, ${many}) i`,
    [carol.userId],
  );
  await run(`insert into likes (user_id, post_id) select $1, id from posts where author_id = $1`, [closed]);
  await run(`insert into bookmarks (user_id, post_id) select $1, id from posts where author_id = $2`, [
    alice.userId,
    closed,
  ]);
  const spam = `select id from users where user_name like 'spam%'`;
  await run(`insert into comments (author_id, post_id, content) select id, $1, 'x' from (${spam}) s`, [bobs]);
  ({ commentId: bobsComment } = (
    await bob.post('/comments', { userId: bob.userId, postId: bobs, content: 'x' })
  ).body.data);
  await run(`insert into comments (author_id, post_id, content, parent_id) select id, $1, 'x', $2 from (${spam}) s`, [
    bobs,
    bobsComment,
  ]);
  await run(`insert into likes (user_id, post_id) select id, $1 from (${spam}) s`, [bobs]);
  await run(
    `insert into events (post_id, starts_at, time_zone)
    select id, case when id = $1 then now() + interval '1 year' else now() + id * interval '1 second' end, 'UTC' from posts`,
    [bobs],
  );
  await run(`insert into event_answers (post_id, user_id, answer) select $1, id, 'yes' from (${spam}) s`, [bobs]);
  await run(`insert into follows (follower_id, followed_id) select id, $1 from (${spam}) s`, [bob.userId]);
  await run(`insert into follows (follower_id, followed_id) select $1, id from (${spam}) s`, [bob.userId]);
  await run(`insert into follow_requests (follower_id, followed_id) select id, $1 from (${spam}) s`, [alice.userId]);
  await run(
    `insert into blocks (blocker_id, blocked_id, created_at) select $1, id, now() - id * interval '1 second' from (${spam}) s`,
    [alice.userId],
  );
  await run(`insert into mutes (muter_id, muted_id, until) select $1, id, 'infinity' from (${spam}) s`, [alice.userId]);
  await run(
    `with made as (
       insert into chats (kind, lower_id, higher_id) select 'direct', $1, id from (${spam}) s returning id, higher_id
     )
     insert into memberships (chat_id, user_id, contact_id) select id, $1, higher_id from made`,
    [alice.userId],
  );
  await run(
    `insert into notifications (recipient_id, kind, post_id, day, actors_count)
     select $1, 'like', id, current_date, 1 from posts where author_id = $2`,
    [alice.userId, closed],
  );
  await run(
    `insert into notification_events (notification_id, recipient_id, kind, actor_id, post_id)
     select id, recipient_id, 'like', $2, post_id from notifications where recipient_id = $1`,
    [alice.userId, closed],
  );
  // Alice follows carol, who does not follow back, and 300 members who never wrote anything.
  await alice.post('/follows', { followerId: alice.userId, followedId: carol.userId });
  await run(
    `insert into follows (follower_id, followed_id) select $1, id from users where user_name like 'ordinary%'`,
    [alice.userId],
  );
  await run(`insert into popular_snapshots (run_at) values (now())`);
  await run(
    `insert into popular_entries (snapshot_id, rank, post_id, score)
     select (select max(id) from popular_snapshots), row_number() over (order by id), id, 1 from posts where author_id = $1
     order by id limit 500`,
    [closed],
  );
  // This chat has 30 words that start with the same letters.
  const { chatId } = (await write(bob, alice, 'half')).body.data;
  await run(
    `with said as (
       insert into messages (sender_id, receiver_id, chat_id, content)
       select $1, $2, $3, 'half' || i % 30 || ' typed' from generate_series(1, 1000) i returning id, content
     )
     insert into message_words (message_id, word, chat_id)
     select id, word, $3 from said, unnest(string_to_array(content, ' ')) word`,
    [bob.userId, alice.userId, chatId],
  );
  await indexPosts(server.deps.domain.db);
  await run('vacuum analyze');
}

beforeAll(fill);

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** The rows that a plan's scans read, including those filtered out. */
const examinedRows = (plan: Plan): number =>
  (/Scan/.test(plan['Node Type']) && !/Subquery|CTE|Function|Values/.test(plan['Node Type'])
    ? plan['Actual Loops'] *
      (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0))
    : 0) + (plan.Plans ?? []).reduce((sum, each) => sum + examinedRows(each), 0);

/** Calls a list, and returns how many rows PostgreSQL examined in all of its statements. */
async function rowsExamined(who: Person, path: string, input: object) {
  const spy = vi.spyOn(server.deps.domain.db.pool, 'query');
  const { status, body } = await who.query(path, input);
  const asked = spy.mock.calls.map(([config]) => config as unknown as { text: string; values: unknown[] });
  spy.mockRestore();
  expect([path, status]).toEqual([path, 200]);
  let rows = 0;
  for (const { text, values } of asked) {
    const { rows: plan } = await run(`explain (analyze, buffers, format json) ${text}`, values);
    rows += examinedRows(plan[0]['QUERY PLAN'][0].Plan);
  }
  return { rows, page: body.result.data };
}

describe('a list whose rows are nearly all hidden from the caller', () => {
  it('examines a bounded number of rows per request', async () => {
    const { rows } = await run(
      `explain (analyze, buffers, format json) select * from posts where author_id = $1 and audience <> 'friends'`,
      [carol.userId],
    );
    expect(examinedRows(rows[0]['QUERY PLAN'][0].Plan)).toBeGreaterThan(perRow * limit);
  });

  /** A procedure, its input, and its page size if it differs from `limit`. */
  it.each<[string, () => object, number?]>([
    ['posts.list', () => ({})],
    ['posts.byUser', () => ({ userId: carol.userId })],
    ['posts.popular', () => ({})],
    ['likes.list', () => ({})],
    ['likes.list', () => ({ userId: bob.userId })],
    ['comments.list', () => ({ postId: 1 })],
    ['comments.list', () => ({ postId: 1, order: 'oldest' })],
    ['comments.replies', () => ({ commentId: bobsComment })],
    ['likes.likers', () => ({ postId: 1 })],
    ['events.list', () => ({})],
    ['events.answers', () => ({ postId: 1 })],
    ['events.answers', () => ({ postId: 1, answer: 'yes' })],
    // This list has no pages: the input names five posts.
    ['likes.byFriends', () => ({ postIds: [1, 2, 3, 4, 5] }), 6],
    ['bookmarks.list', () => ({})],
    ['follows.followers', () => ({ userId: bob.userId })],
    ['follows.following', () => ({ userId: bob.userId })],
    ['follows.requests', () => ({})],
    ['users.search', () => ({ query: 'spam' })],
    ['chats.list', () => ({})],
    ['chats.list', () => ({ requests: true })],
    ['chats.list', () => ({ archived: true })],
    ['messages.search', () => ({ query: 'hi' })],
    ['messages.contacts', () => ({})],
    ['messages.contacts', () => ({ query: 'nobody has this name' })],
    ['notifications.list', () => ({})],
    ['notifications.actors', () => ({ notificationId: 1 })],
    ['notifications.list', () => ({ kind: 'follow' })],
    ['users.byId', () => ({ userId: carol.userId })],
    ['tags.posts', () => ({ tag: 'x' })],
    // This list takes the tags of the newest 300 posts.
    ['tags.trending', () => ({}), 300],
    ['search.posts', () => ({ query: 'the' })],
    ['search.posts', () => ({ query: 'a word the' })],
    // The badge counts up to 100.
    ['follows.requestsCount', () => ({}), 100],
    ['notifications.unreadCount', () => ({}), 100],
    ['messages.unreadCount', () => ({}), 100],
    // A prefix stands for up to twelve words. The search looks up each of them, and so examines more rows.
    ['search.posts', () => ({ query: 'the word77' }), 4 * (limit + 1)],
    ['messages.search', () => ({ query: 'half' }), 4 * (limit + 1)],
    ['messages.search', () => ({ query: 'typed hal' })],
    // A hundred posts of each tag are counted.
    ['search.tags', () => ({ query: 'x' }), 3 * limit],
    // This search reads the names of everybody that the caller follows.
    ['search.people', () => ({ query: 'nobody' }), limit + 1 + 300],
    ['search.people', () => ({ query: 'spa' }), limit + 1 + 300],
    // The feed is read from the posts table: the newest posts of every followed member are looked up.
    ['feed.home', () => ({}), limit + 1 + 300],
  ])('%s examines a bounded number of rows', async (path, input, page = limit + 1) => {
    const { rows } = await rowsExamined(alice, path, { ...input(), limit });
    expect(rows).toBeLessThanOrEqual(fillTables.test(path) ? perFilledPage : perRow * page);
  });

  it('pages to the visible rows, with cursors that reveal nothing about the hidden ones', async () => {
    const found: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const { body } = await alice.query('posts.list', { limit: 500, ...(cursor === null ? {} : { cursor }) });
      found.push(...body.result.data.items.map(({ caption }: { caption: string }) => caption));
      cursor = body.result.data.nextCursor;
      if (cursor !== null) expect(Buffer.from(cursor.slice(1), 'base64url').toString('latin1')).not.toContain('202');
      pages += 1;
    } while (cursor !== null && pages < 100);
    expect(found).toEqual(['seen']);
  });

  it('refuses a sealed cursor that was modified', async () => {
    const { body } = await alice.query('posts.list', { limit });
    const { nextCursor } = body.result.data;
    for (const cursor of [`${nextCursor.slice(0, -2)}AA`, '~', '~AAAA', `~${'A'.repeat(60)}`]) {
      expect([cursor, (await alice.query('posts.list', { limit, cursor })).status]).toEqual([cursor, 400]);
    }
  });

  it('examines no events that were over long ago', async () => {
    const over = `with made as (
        insert into posts (author_id, caption, audience, kind, created_at) select $1, 'over', 'private', 'event', '2019-01-01' from generate_series(1, 20000)
        returning id
      )
      insert into events (post_id, starts_at, time_zone)
      select id, now() - interval '2 days' - row_number() over () * interval '5 minutes', 'UTC' from made`;
    const before = await rowsExamined(alice, 'events.list', { limit });
    await run(over, [carol.userId]);
    await run('analyze events');
    const after = await rowsExamined(alice, 'events.list', { limit });
    // Between the two calls, some of the other events have begun.
    expect(after.rows).toBeLessThan(before.rows + 1_000);
  });
});
