import {
  accountQueries,
  blockQueries,
  bookmarkQueries,
  chatQueries,
  commentQueries,
  contactQueries,
  counterQueries,
  type Database,
  erasePostQueries,
  eraseQueries,
  expiredQueries,
  exportLists,
  feedQueries,
  followQueries,
  imageQueries,
  inactiveFeedQueries,
  largeAuthorQueries,
  lastEraseQueries,
  likeQueries,
  liveQueries,
  messageChangeQueries,
  messageQueries,
  messageWordQueries,
  muteQueries,
  notificationQueries,
  openDatabase,
  pendingJobQueries,
  postQueries,
  pushQueries,
  rankingQueries,
  type Statement,
  userQueries,
  wordQueries,
} from '@kith/db';
import { probe } from '@kith/db/testing';
import {
  deliverNotifications,
  indexMessages,
  indexPosts,
  publishRanking,
  rebuildFeeds,
  recountCounters,
  scorePosts,
} from '@kith/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Person, startCast, type TestApp } from '../testing/testApp.ts';

let server: TestApp;
let alice: Person;
let group: number;
let bob: Person;

/** A connection without the server's statement time-out, which inserting so many rows exceeds on a busy machine. */
let withoutTimeout: Database;
const run = (text: string, values: unknown[] = []) => probe(withoutTimeout, text, values);

/** Inserts so many rows that a sequential scan is never the cheapest plan. */
async function fill(): Promise<void> {
  const domain = { ...server.deps.domain, db: withoutTimeout };
  await run(`insert into users (user_name, email, identity_uid, auth_provider, password_hash)
    select 'member' || i, 'm' || i || '@kith.test', 'uid-' || i, 'email', '-' from generate_series(1, 1500) i`);
  await run(`insert into posts (author_id, caption, created_at)
    select u.id, 'caption ' || i || ' #tag' || i % 10, now() - i * interval '1 minute'
    from generate_series(1, 12000) i join (select id, row_number() over () - 1 as n from users) u on u.n = i % 1500`);
  await indexPosts(domain);
  await run(`insert into follows (follower_id, followed_id)
    select a.id, b.id from users a join users b on b.id <> a.id and b.id % 67 = (67 - a.id * 31 % 67) % 67`);
  await run(
    `insert into follows (follower_id, followed_id) select $1, id from users where id <> $1 order by id limit 400 on conflict do nothing`,
    [alice.userId],
  );
  await run(
    `insert into likes (user_id, post_id) select u.id, p.id from posts p join users u on u.id % 733 = (733 - p.id * 7 % 733) % 733`,
  );
  await run(`insert into comments (author_id, post_id, content) select author_id, id, 'nice' from posts`);
  // The messages are inserted in batches, because each creates or locks a chat.
  for (let part = 0; part < 10; part += 1)
    await run(`insert into messages (sender_id, receiver_id, content)
      select a.id, b.id, 'hello' from users a join users b on b.id <> a.id and b.id % 151 = (151 - a.id % 151) % 151
      where a.id % 10 = ${part}`);
  await run(`insert into messages (sender_id, receiver_id, content) select $1, $2, 'hi' from generate_series(1, 300)`, [
    alice.userId,
    bob.userId,
  ]);
  await run(
    `insert into message_reactions (message_id, user_id, emoji) select id, receiver_id, '👍' from messages where id % 2 = 0`,
  );
  await run(`insert into contacts (user_id, contact_id, last_message_id)
    select a, b, max(id) from (select sender_id a, receiver_id b, id from messages union all select receiver_id, sender_id, id from messages) m
    group by a, b on conflict do nothing`);
  await run(`insert into chats (kind, name, maker_id) select 'group', 'g' || id, id from users order by id limit 400`);
  await run(
    `insert into chat_members (chat_id, user_id) select d.id, u.id from chats d join users u
    on u.id in ($1, $2) or u.id % 201 = d.id % 201 where d.kind = 'group'`,
    [alice.userId, bob.userId],
  );
  await run('analyze chats, chat_members, blocks');
  await run(
    `insert into messages (sender_id, chat_id, content)
    select $1, d.id, 'hi all' from chats d cross join generate_series(1, 3) where d.kind = 'group'`,
    [alice.userId],
  );
  await indexMessages(domain);
  await run(
    `select notify_member(p.author_id, 'like', l.user_id, p.id, null) from likes l join posts p on p.id = l.post_id where l.id % 20 = 0`,
  );
  await deliverNotifications(domain);
  await run(`insert into images (owner_id, kind, post_id, key, position, status, width, height, widths, made_at)
    select author_id, 'post', id, id || '-' || n, n, 'ready', 9, 9, '{320}', now() from posts cross join generate_series(0, 1) n`);
  await run(
    `update posts p set image_id = i.id, more_pictures = 1 from images i where i.post_id = p.id and i.position = 0`,
  );
  await run(`insert into bookmarks (user_id, post_id) select user_id, post_id from likes`);
  await run(`insert into sessions (id, user_id, expires_at) select 's' || id, id, now() + interval '1 day' from users`);
  await run(`insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, language)
    select id, user_id, 'https://push.kith.test/' || id, '', '', 'en' from sessions`);
  // All counters are set in one statement, which is a hundred times faster than correcting rows one by one.
  await run('analyze');
  await run(`update posts p set likes_count = (select count(*) from likes where post_id = p.id),
    comments_count = (select count(*) from comments where post_id = p.id)`);
  await run(`update users u set posts_count = (select count(*) from posts where author_id = u.id),
    followers_count = (select count(*) from follows where followed_id = u.id),
    following_count = (select count(*) from follows where follower_id = u.id)`);
  await run(`update contacts c set unread_count = (select count(*) from messages
    where receiver_id = c.user_id and sender_id = c.contact_id and read_at is null)`);
  await recountCounters(domain);
  await rebuildFeeds(domain);
  await run(`insert into large_authors (author_id, state) select id, 'merged' from users where id % 75 = 0`);
  await run(`insert into feed_merges select follower_id, followed_id from follows where followed_id % 75 in (0, 1)`);
  const runAt = new Date().toISOString();
  await scorePosts(domain, { runAt });
  await publishRanking(domain, { runAt });
  await run('analyze');
}

beforeAll(async () => {
  ({ server, alice, bob } = await startCast());
  withoutTimeout = await openDatabase({ url: server.deps.settings.databaseUrl as string });
  await fill();
  group = (await run(`select max(id)::int as id from chats where kind = 'group'`)).rows[0].id;
}, 180_000);
afterAll(async () => {
  await withoutTimeout.close();
  await server.close();
});

const top = Number.MAX_SAFE_INTEGER;

const lists = (): [string, Statement<never, unknown>, unknown[]][] => [
  ['home feed', feedQueries.home as never, [alice.userId, 'infinity', top, 21]],
  ['home feed with large authors', feedQueries.both as never, [alice.userId, 'infinity', top, 21]],
  ['large authors of a feed', feedQueries.merged as never, [alice.userId, 'infinity', top, 21, '-infinity']],
  ['newest posts', postQueries.newest as never, [alice.userId, 'infinity', top, 21]],
  ['posts of a member', postQueries.byUser as never, [alice.userId, bob.userId + 5, 'infinity', top, 21]],
  ['one post', postQueries.byId as never, [alice.userId, 77]],
  ['popular posts', rankingQueries.popular as never, [alice.userId, 0, 21, null]],
  ['likes', likeQueries.newest as never, [alice.userId, top, 21]],
  ['likes of a member', likeQueries.byUser as never, [alice.userId, top, 21, bob.userId + 5]],
  ['friends who like posts', likeQueries.friends as never, [alice.userId, [77, 78, 79]]],
  ['who likes a post', likeQueries.likers as never, [alice.userId, 77, top, 21]],
  ['comments', commentQueries.newest as never, [alice.userId, 77, top, 21]],
  ['what is saved', bookmarkQueries.list as never, [alice.userId, top, 21]],
  ['who a notification is of', notificationQueries.actors as never, [alice.userId, 1, top, 21]],
  ['oldest comments', commentQueries.oldest as never, [alice.userId, 77, 0, 21]],
  ['replies', commentQueries.replies as never, [alice.userId, 77, 0, 21]],
  ['followers', followQueries.followers as never, [alice.userId, bob.userId + 5, 'infinity', top, 21]],
  ['following', followQueries.following as never, [bob.userId, alice.userId, 'infinity', top, 21]],
  ['a picture’s owner', imageQueries.public as never, [0, 'P'.repeat(24)]],
  ['requests to follow', followQueries.requests as never, [bob.userId + 5, 'infinity', top, 21]],
  ['how many requests', followQueries.requestsCount as never, [bob.userId + 5]],
  ['blocks', blockQueries.list as never, [bob.userId + 5, 'infinity', top, 21]],
  ['mutes', muteQueries.list as never, [bob.userId + 5, 'infinity', top, 21]],
  ['posts with words', wordQueries.posts as never, [alice.userId, ['caption'], [1], '7', '7~', 2, top, 21, 11]],
  ['posts with a tag', wordQueries.posts as never, [alice.userId, ['#tag7 tag7'], [1], null, null, 1, top, 21, 11]],
  ['tags', wordQueries.tags as never, [alice.userId, '#tag', '#tag~', '', 21]],
  ['tags of the week', wordQueries.trending as never, [alice.userId, 300, 21]],
  ['people', wordQueries.people as never, [alice.userId, 'ber1', 'ber1~', 0, '', 0, 21]],
  ['more people', wordQueries.people as never, [alice.userId, 'ber1', 'ber1~', 1, 'ber12', 7, 21]],
  ['search', userQueries.search as never, [alice.userId, 'member1', 'member1~', '', 21]],
  ['suggestions', userQueries.suggested as never, [alice.userId, 21]],
  ['a member by name', userQueries.byName as never, [alice.userId, 'member77']],
  ['conversation', messageQueries.conversation as never, [alice.userId, bob.userId, top, 0, 21]],
  ['messages that follow one', messageQueries.following as never, [alice.userId, bob.userId, 77, 21]],
  ['messages of a group that follow one', messageQueries.followingInGroup as never, [bob.userId, group, 77, 21]],
  ['messages before a time', messageQueries.beforeTime as never, ['2026-01-01T00:00:00.000Z']],
  ['messages of one to another', messageQueries.sentBy as never, [alice.userId, alice.userId, bob.userId, top, 21]],
  ['whether a chat is closed', messageQueries.closed as never, [alice.userId, bob.userId + 5]],
  ['one message', messageQueries.ofMember as never, [alice.userId, 77]],
  ['chats', chatQueries.list as never, [bob.userId, top, top, 21]],
  ['one chat', chatQueries.one as never, [bob.userId, group]],
  ['a seat in a chat', chatQueries.membership as never, [bob.userId, group]],
  ['messages of a group', messageQueries.ofGroup as never, [bob.userId, group, top, 0, 21]],
  ['members of a chat', chatQueries.members as never, [group]],
  ['who reads a message of a group', chatQueries.readers as never, [[alice.userId, bob.userId], group, 77]],
  ['what is pushed of a group', pushQueries.chat as never, [bob.userId, group]],
  ['to whom a group is pushed', pushQueries.chatMembers as never, [group]],
  [
    'messages with words',
    messageQueries.search as never,
    [bob.userId, ['hello'], null, top, 21, 500, 'all', 'hello', 12],
  ],
  ['messages with a word', messageQueries.search as never, [bob.userId, [], null, top, 21, 500, 'hi', null, 12]],
  [
    'messages with words in a chat',
    messageQueries.search as never,
    [bob.userId, ['hi'], group, top, 21, 500, 'hel', null, 12],
  ],
  ['messages to be indexed', messageWordQueries.unindexed as never, [500]],
  ['who reacted', messageChangeQueries.reactors as never, [77]],
  ['contacts', contactQueries.list as never, [bob.userId + 5, top, top, 21, null]],
  ['missed messages', messageQueries.missed as never, [bob.userId, 100, 21]],
  ['notifications', notificationQueries.list as never, [bob.userId + 5, 'infinity', top, 21, null]],
  ['an account by its name', accountQueries.byUserName as never, ['member77', null, new Date()]],
  ['an account by its address', accountQueries.byEmail as never, ['m77@kith.test', null, new Date()]],
  ['a name that is taken', accountQueries.userNameTaken as never, ['member77']],
  ['counts of a user', userQueries.counts as never, [alice.userId, 77]],
  ['counts of a post', postQueries.counts as never, [alice.userId, 77]],
  ...Object.entries(exportLists).map(
    ([name, list]) =>
      [`an export’s ${name}`, list as never, [bob.userId + 5]] as [string, Statement<never, unknown>, unknown[]],
  ),
  ['unread notifications', notificationQueries.unreadCount as never, [bob.userId + 5]],
  ['unread messages', contactQueries.unreadCount as never, [bob.userId]],
  ['devices', pushQueries.devices as never, [bob.userId + 5, 'chat-1', null]],
  ['what is pushed of a chat', pushQueries.message as never, [bob.userId, alice.userId]],
  ['what is pushed of an entry', pushQueries.notification as never, [bob.userId + 5, 77]],
  [
    'who hears of a changed post',
    liveQueries.changeReaders as never,
    [listeners, 77, bob.userId + 5, 'public', [77], null],
  ],
  ['who hears of a deleted comment', liveQueries.deletedCommentReaders as never, [listeners, 77, alice.userId, false]],
  ['from whom a like is hidden', liveQueries.likerHidden as never, [listeners, alice.userId, bob.userId + 5]],
  ['whether typing is heard', liveQueries.typingReader as never, [alice.userId, bob.userId]],
  ['what is pushed of a request', pushQueries.request as never, [bob.userId + 5, alice.userId]],
];

/** Members with open streams. */
const listeners = Array.from({ length: 50 }, (_, i) => i + 1);
const key = '0e37ba65-5f9e-4d0b-8a5c-1d2f6b9d5a11';

/** Writes: the hot statements, their follow-up jobs, and maintenance. */
const writes = (): [string, Statement<never, unknown>, unknown[]][] => [
  [
    'post',
    postQueries.create as never,
    [alice.userId, 'hello', null, key, 500, null, 'public', 'everyone', null, ['hello', '#lake lake'], 2, true],
  ],
  ['a post whose pictures are there', postQueries.complete as never, [77]],
  ['showing a post', postQueries.show as never, [alice.userId, 77, null]],
  ['mentions of a post', postQueries.mention as never, [alice.userId, 77, ['member7']]],
  ['locking a post for its pictures', imageQueries.lock as never, [alice.userId, 77]],
  ['locking a picture’s post', imageQueries.lockPostOf as never, [77]],
  ['a picture more', imageQueries.add as never, [77, alice.userId, 'k', 9, 9, 9, 'a lake', key, 10]],
  ['moving a picture', imageQueries.move as never, [77, 77, 0]],
  ['describing a picture', imageQueries.setDescription as never, [77, 77, 'a lake']],
  ['taking a picture out', imageQueries.removeFromPost as never, [77, 77]],
  ['replacing a first picture', imageQueries.replaceFirst as never, [77, 77]],
  ['descriptions', imageQueries.alts as never, [[77, 78]]],
  ['post’s removal', postQueries.remove as never, [alice.userId, 77, false]],
  [
    'words of posts',
    wordQueries.put as never,
    [
      [77, 78],
      [77, 78],
      ['hello', '#tag7 tag7'],
    ],
  ],
  ['posts without words', wordQueries.unindexed as never, [200]],
  ['like', likeQueries.add as never, [alice.userId, 77]],
  ['unlike', likeQueries.remove as never, [alice.userId, 77]],
  ['post with a repeated client id', postQueries.byClientId as never, [alice.userId, key]],
  ['comment', commentQueries.create as never, [alice.userId, 77, 'hello', key, null]],
  ['reply', commentQueries.createMentioning as never, [alice.userId, 77, 'hello', key, 77, ['bob']]],
  ['comment with a repeated client id', commentQueries.byClientId as never, [alice.userId, key]],
  ['editing a comment', commentQueries.change as never, [alice.userId, 77, 'hello']],
  ['liking a comment', commentQueries.like as never, [alice.userId, 77]],
  ['taking it back', commentQueries.unlike as never, [alice.userId, 77]],
  ['forgetting a comment', commentQueries.removeTombstone as never, [77]],
  ['follow', followQueries.add as never, [alice.userId, bob.userId + 5, null, false]],
  ['accepting', followQueries.accept as never, [bob.userId + 5, alice.userId, null]],
  ['who waits', followQueries.waiting as never, [bob.userId + 5, 100]],
  ['block', blockQueries.add as never, [alice.userId, bob.userId + 5]],
  ['mute', muteQueries.add as never, [alice.userId, bob.userId + 5, 'infinity']],
  ['reading the feed', feedQueries.markRead as never, [alice.userId, new Date().toISOString()]],
  ['saving a post', bookmarkQueries.add as never, [alice.userId, 77]],
  ['taking it back from there', bookmarkQueries.remove as never, [alice.userId, 77]],
  ['a post whose time is over', postQueries.expired as never, [77]],
  ['deleting a comment', commentQueries.remove as never, [alice.userId, 77]],
  ['unfollow', followQueries.remove as never, [alice.userId, bob.userId + 5]],
  ['opening a chat', chatQueries.open as never, [alice.userId, bob.userId + 5]],
  ['making a group', chatQueries.createGroup as never, [alice.userId, [bob.userId, bob.userId + 5], 'us', 500]],
  ['renaming a group', chatQueries.rename as never, [alice.userId, group, 'we']],
  ['muting a chat', chatQueries.mute as never, [alice.userId, group, null]],
  ['adding a member', chatQueries.add as never, [alice.userId, group, bob.userId + 5, 50, 500]],
  ['leaving a group', chatQueries.leave as never, [alice.userId, group, alice.userId]],
  ['erasing a group', chatQueries.erase as never, [group, 500]],
  ['indexing messages', messageWordQueries.putWords as never, [[77], [77], ['hello']]],
  [
    'message to a group',
    messageQueries.sendToGroup as never,
    [alice.userId, group, 'hello', key, 77, null, ['hello'], 77, ['bob']],
  ],
  ['answering a request', chatQueries.answerRequest as never, [alice.userId, 77, true]],
  ['reading a group', chatQueries.markRead as never, [bob.userId, group, 77]],
  ['message with a repeated client id', messageQueries.byClientId as never, [alice.userId, key]],
  ['message', messageQueries.send as never, [alice.userId, bob.userId, 'hello', key, 77, null, ['hello'], 77]],
  ['editing a message', messageChangeQueries.edit as never, [alice.userId, 77, 'hello', ['hello']]],
  ['deleting a message', messageChangeQueries.remove as never, [alice.userId, 77]],
  ['reacting', messageChangeQueries.react as never, [alice.userId, 77, '👍', 20]],
  ['taking a reaction back', messageChangeQueries.unreact as never, [alice.userId, 77, '👍']],
  ['reading a message', messageQueries.markRead as never, [bob.userId, 77]],
  ['reading a conversation', messageQueries.markConversationRead as never, [bob.userId, alice.userId, top]],
  ['reading all notifications', notificationQueries.markAllRead as never, [bob.userId + 5]],
  ['fan-out', feedQueries.fanOut as never, [77, 0, 50, null, null]],
  ['backfill', feedQueries.backfill as never, [alice.userId, bob.userId + 5, 300, null]],
  ['a large author', largeAuthorQueries.promote as never, [77, 300, null]],
  ['authors who are large no more', largeAuthorQueries.demote as never, [100]],
  ['updating followers', largeAuthorQueries.step as never, [75, 1, 100]],
  ['merges that are over', feedQueries.removeUnneededMerges as never, [100, 110]],
  ['who is seen', inactiveFeedQueries.seen as never, [77]],
  ['deactivating feeds', inactiveFeedQueries.deactivate as never, [100, 110, 14]],
  ['waking a feed', inactiveFeedQueries.activate as never, [77]],
  ['reactivating a feed', inactiveFeedQueries.reactivate as never, [77, null]],
  ['feeds that were not filled', inactiveFeedQueries.resume as never, [100, 110]],
  ['filling a feed again', inactiveFeedQueries.refill as never, [77, 300]],
  ['older feed of who follows many', feedQueries.nearby as never, [bob.userId + 5, 'infinity', top, 21, 2_000]],
  ['older feed', feedQueries.older as never, [bob.userId + 5, 'infinity', top, 21]],
  ['trimming', feedQueries.trim as never, [100, 110, 300]],
  ['rebuilding', feedQueries.rebuild as never, [100, 110, 300]],
  ['leasing pending jobs', pendingJobQueries.lease as never, [100, 15, ['feed.trim']]],
  ['recounting users', counterQueries.tables[0]?.drifted as never, [100, 110]],
  ['recounting posts', counterQueries.tables[1]?.drifted as never, [100, 110]],
  ['posts to be erased', erasePostQueries.some as never, [bob.userId + 5, 20, null]],
  ['erasing posts', erasePostQueries.remove as never, [bob.userId + 5, [77, 78]]],
  ...erasePostQueries.parts.map(({ step, first }): [string, Statement<never, unknown>, unknown[]] => [
    step.name,
    step as never,
    [77, first, 2_000],
  ]),
  ...expiredQueries.map((each): [string, Statement<never, unknown>, unknown[]] => [each.name, each as never, [1_000]]),
  ['what the ranking has not seen', rankingQueries.changed as never, [0, 0, 100]],
  ['scores', rankingQueries.score as never, [[77, 78], new Date().toISOString(), 2_000]],
  ['scores anew', rankingQueries.older as never, [new Date().toISOString(), 100]],
  ['a ranking', rankingQueries.publish as never, [new Date().toISOString(), 500, 10]],
  ['whose likes count no more', rankingQueries.reweigh as never, [bob.userId + 5, 100]],
  ['sweeping feeds', feedQueries.sweep as never, [100, 110]],
  ['erasing pictures', lastEraseQueries.images as never, [bob.userId + 5, 200]],
  ...Object.entries(eraseQueries).map(
    ([name, each]) =>
      [`erasing ${name}`, each as never, [bob.userId + 5, 200]] as [string, Statement<never, unknown>, unknown[]],
  ),
];

const big =
  /Seq Scan on (users|posts|likes|comments|follows|messages|message_reactions|contacts|chats|chat_members|message_words|notifications|notification_events|feed_entries|feed_merges|post_words|user_name_parts|images)\b/;

describe('the query plan of every statement', () => {
  it.each([
    ['list', lists],
    ['write', writes],
  ] as const)('of kind %s scans no table sequentially, with custom and with generic parameters', async (_, all) => {
    const scans: string[] = [];
    const { rows: control } = await run(`explain select * from posts where caption like '%x%'`);
    expect(control[0]['QUERY PLAN']).toMatch(big);
    for (const [name, statement, params] of all()) {
      for (const mode of ['force_custom_plan', 'force_generic_plan']) {
        const client = await server.deps.domain.db.pool.connect();
        await client.query(`set plan_cache_mode = ${mode}`);
        const { rows } = await client
          .query(`explain (costs off) ${statement.text}`, params)
          .finally(() => client.query('reset plan_cache_mode').finally(() => client.release()));
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        if (big.test(plan)) scans.push(`${name} (${mode}): ${big.exec(plan)?.[0]}`);
      }
    }
    expect(scans).toEqual([]);
  });
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
      ['notifications.list', {}],
      ['notifications.actors', { notificationId: 1 }],
    ];
    // Alice follows authors with very many followers. Her first feed makes this process cache these authors, so that reading them
    // is not counted below.
    await alice.query('feed.home');
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
