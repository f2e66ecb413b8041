import * as db from '@kith/db';
import { directChat, probe } from '@kith/db/testing';
import { deliverNotifications, publishRanking, scorePosts } from '@kith/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { indexPosts } from '../testing/indexPosts.ts';
import { castForFile } from '../testing/serverForFile.ts';

const { server, alice, bob } = await castForFile();

/** A connection without the server's statement time-out, which inserting so many rows exceeds on a busy machine. */
const withoutTimeout = await db.openDatabase({ url: server.deps.settings.databaseUrl as string });
const run = (text: string, values: unknown[] = []) => probe(withoutTimeout, text, values);

/** Inserts so many rows that a sequential scan is never the cheapest plan. */
async function fill(): Promise<void> {
  const domain = { ...server.deps.domain, db: withoutTimeout };
  await run(`insert into users (user_name, email, identity_uid, auth_provider, password_hash)
    select 'member' || i, 'm' || i || '@kith.test', 'uid-' || i, 'email', '-' from generate_series(1, 1500) i`);
  await run(`insert into posts (author_id, caption, created_at)
    select u.id, 'caption ' || i || ' #tag' || i % 10, now() - i * interval '1 minute'
    from generate_series(1, 6000) i join (select id, row_number() over () - 1 as n from users) u on u.n = i % 1500`);
  await indexPosts(withoutTimeout);
  await run(`insert into follows (follower_id, followed_id)
    select a.id, b.id from users a join users b on b.id <> a.id and b.id % 151 = (151 - a.id * 31 % 151) % 151`);
  await run(
    `insert into follows (follower_id, followed_id) select $1, id from users where id <> $1 order by id limit 400 on conflict do nothing`,
    [alice.userId],
  );
  await run(
    `insert into likes (user_id, post_id) select u.id, p.id from posts p join users u on u.id % 733 = (733 - p.id * 7 % 733) % 733`,
  );
  await run(`insert into comments (author_id, post_id, content) select author_id, id, 'nice' from posts`);
  const pairs = (part: number) => `select a.id as one, b.id as other from users a
    join users b on b.id <> a.id and b.id % 151 = (151 - a.id % 151) % 151 where a.id % 10 = ${part}`;
  // The messages are inserted in batches, because each locks a chat.
  for (let part = 0; part < 4; part += 1) {
    await run(`insert into chats (kind, lower_id, higher_id)
      select 'direct', least(one, other), greatest(one, other) from (${pairs(part)}) p on conflict do nothing`);
    await run(`insert into messages (sender_id, receiver_id, chat_id, content) select one, other, d.id, 'hello' from (${pairs(part)}) p
      join chats d on d.lower_id = least(one, other) and d.higher_id = greatest(one, other)`);
  }
  await run(
    `insert into messages (sender_id, receiver_id, chat_id, content) select $1, $2, $3, 'hi' from generate_series(1, 300)`,
    [alice.userId, bob.userId, await directChat(withoutTimeout, alice.userId, bob.userId)],
  );
  await run(
    `insert into message_reactions (message_id, user_id, emoji) select id, receiver_id, '👍' from messages where id % 2 = 0`,
  );
  await run(`insert into chats (kind, name, maker_id) select 'group', 'g' || id, id from users order by id limit 400`);
  await run(
    `insert into memberships (chat_id, user_id) select d.id, u.id from chats d join users u
    on u.id in ($1, $2) or u.id % 201 = d.id % 201 where d.kind = 'group'`,
    [alice.userId, bob.userId],
  );
  await run('analyze chats, memberships, blocks');
  await run(
    `insert into messages (sender_id, chat_id, content)
    select $1, d.id, 'hi all' from chats d cross join generate_series(1, 3) where d.kind = 'group'`,
    [alice.userId],
  );
  await run(`insert into message_words (message_id, word, chat_id)
    select m.id, w.word, m.chat_id from messages m cross join unnest(string_to_array(m.content, ' ')) w (word)`);
  await run(
    `select notify_member(p.author_id, 'like', l.user_id, p.id, null) from likes l join posts p on p.id = l.post_id where l.id % 20 = 0`,
  );
  await deliverNotifications(domain);
  await run(`insert into images (owner_id, kind, post_id, key, position, status, width, height, widths)
    select author_id, 'post', id, id || '-' || n, n, 'ready', 9, 9, '{320}' from posts cross join generate_series(0, 1) n`);
  await run(
    `update posts p set image_id = i.id, more_pictures = 1 from images i where i.post_id = p.id and i.position = 0`,
  );
  await run(`insert into bookmarks (user_id, post_id) select user_id, post_id from likes`);
  await run(`insert into sessions (id, user_id, expires_at) select 's' || id, id, now() + interval '1 day' from users`);
  await run(`insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, language)
    select id, user_id, 'https://push.kith.test/' || id, '', '', 'en' from sessions`);
  await run(
    `insert into feed_entries (user_id, created_at, post_id, author_id)
    select f.follower_id, p.created_at, p.id, p.author_id from follows f join posts p on p.author_id = f.followed_id
    where f.follower_id % 5 = $1::int % 5`,
    [alice.userId],
  );
  await run('update posts set fanned_out = false where author_id % 75 = 0');
  const runAt = new Date().toISOString();
  await scorePosts(domain, { runAt });
  await publishRanking(domain, { runAt });
  await run('analyze');
}

beforeAll(fill, 180_000);
afterAll(() => withoutTimeout.close());

/** All statements in an exported value: in lists and objects of any depth. */
function statementsIn(value: unknown): { name: string; text: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'text' in value && 'name' in value ? [value as never] : Object.values(value).flatMap(statementsIn);
}

/** Statements that read a whole table on purpose, each with the reason. */
const wholeTable: Record<string, string> = {
  'accounts/signUp': 'is there any member: one row is enough',
  'accounts/confirmEmail': 'the same',
  'accounts/resetPassword': 'the same',
  'host/facts': 'counts all of this table, for hosts alone',
  'live/changeReaders': 'a batch of ids, which is estimated at more than this table has',
  'live/postReaders': 'the same',
  'feed/sweep': 'a range of members, which is estimated at much of this table',
  'pendingJobs/recordMissed': 'after a restore, of everything',
};

const bigTables =
  /Seq Scan on (users|posts|likes|comments|follows|messages|message_reactions|chats|memberships|message_words|notifications|notification_events|feed_entries|post_words|user_name_parts|images)\b/;

it('every statement reads its large tables by an index, with the plan for any parameters that the server uses', async () => {
  const all = Object.entries(db).flatMap(([name, value]) =>
    /(?:Queries|Lists)$/.test(name) ? statementsIn(value) : [],
  );
  expect(all.length).toBeGreaterThan(200);
  const planOf = async (text: string) =>
    (await run(`explain (generic_plan, costs off) ${text}`)).rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(await planOf(`select * from posts where caption like '%x%'`)).toMatch(bigTables);
  const scans: string[] = [];
  for (const { name, text } of all) {
    const found = bigTables.exec(await planOf(text))?.[0];
    if (found && !(name in wholeTable)) scans.push(`${name}: ${found}`);
  }
  expect(scans).toEqual([]);
});

describe('the number of statements per list', () => {
  it('is one, however many rows the list has', async () => {
    // The first list also reads the key that signs picture addresses. It is called here, so that reading the key is not counted
    // below.
    await alice.query('posts.list');
    const calls: [string, object][] = [
      ['feed.home', {}],
      ['posts.list', {}],
      ['posts.byUser', { userId: bob.userId + 5 }],
      ['posts.popular', {}],
      ['likes.list', {}],
      ['likes.likers', { postId: 77 }],
      ['events.list', {}],
      ['events.answers', { postId: 77 }],
      ['comments.list', { postId: 77 }],
      ['comments.list', { postId: 77, order: 'oldest' }],
      ['comments.replies', { commentId: 77 }],
      ['bookmarks.list', {}],
      ['follows.followers', { userId: bob.userId + 5 }],
      ['follows.following', { userId: alice.userId }],
      ['users.search', { query: 'member1' }],
      ['search.people', { query: 'ber1' }],
      ['search.posts', { query: 'caption' }],
      ['search.tags', { query: 'tag' }],
      ['tags.posts', { tag: 'tag7' }],
      ['tags.trending', {}],
      ['users.suggested', {}],
      ['messages.conversation', { withUserId: bob.userId }],
      ['messages.contacts', {}],
      ['chats.list', {}],
      ['chats.list', { archived: true }],
      ['notifications.list', {}],
      ['notifications.actors', { notificationId: 1 }],
    ];
    await alice.query('auth.session');
    const spy = vi.spyOn(server.deps.domain.db.pool, 'query');
    for (const [path, input] of calls) {
      for (const limit of [2, 50]) {
        spy.mockClear();
        const { status } = await alice.query(path, { ...input, limit });
        expect([path, limit, status, spy.mock.calls.length]).toEqual([path, limit, 200, 1]);
      }
    }
    spy.mockRestore();
  });
});
