import { publishRanking, scorePosts } from '@kith/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../rest/endpoint.ts';
import { comment, follow, like, openChat, publish, say, unlike, write } from '../testing/actions.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';

/**
 * These tests show that a response does not depend on rows that the reader may not see: neither its items nor its cursor do.
 */

const { server, sql } = await serverForFile();
/** Vera reads the lists. Anna publishes public and private posts. Bert blocks Vera, so that she sees nothing of his. */
const [vera, anna, bert, carl, dora] = await signUpAnew(server, 'vera', 'anna', 'bert', 'carl', 'dora');

const lists: Record<string, () => string> = {
  'all posts': () => '/posts?',
  "a member's posts": () => `/users/${anna.userId}/posts?`,
  'the feed': () => '/feed?',
  'posts with a word': () => '/search?kind=posts&query=walrus&',
  'posts with half a word': () => '/search?kind=posts&query=walr&',
  'posts with two words': () => '/search?kind=posts&query=walrus%20beach&',
  'posts with a word and half of another': () => '/search?kind=posts&query=beach%20walr&',
  'tags with a prefix': () => '/search?kind=tags&query=shore&',
  'posts with a tag': () => '/tags/beach/posts?',
  'people with a part of a name': () => '/search?kind=people&query=fan&',
  'members with a prefix': () => '/users/search?query=fan&',
  likes: () => '/likes?',
  'who likes a post': () => `/posts/${seen}/likes?`,
  events: () => '/events?',
  'who answers an event': () => `/posts/${seen}/answers?`,
  comments: () => `/comments/post/${seen}?`,
  'the oldest comments': () => `/comments/post/${seen}?order=oldest&`,
  replies: () => `/comments/${parent}/replies?`,
  followers: () => `/${anna.userId}/followers?`,
  following: () => `/${carl.userId}/following?`,
  notifications: () => '/notifications?',
  bookmarks: () => '/bookmarks?',
  chats: () => '/chats?',
  blocks: () => '/blocks?',
  mutes: () => '/mutes?',
  'close friends': () => '/close-friends?',
  'follow requests': () => '/follows/requests?',
  'popular posts': () => '/posts/popular?',
  'friends who follow back': () => '/follows/friends?',
  'who voted in a poll': () => `/polls/${poll.id}/votes?`,
  'who has read a message': () => `/messages/${said}/readers?`,
  'messages with a word': () => '/messages/search?query=walrus&',
  'requests of strangers': () => '/chats?requests=true&',
  contacts: () => '/messages/contacts?',
  'members whom one invited': () => '/invitations/joined?',
  'who is behind a notification': () => `/notifications/${notificationId}/actors?`,
};

/** The other lists of the API, by the reason why they are not compared here. */
const notCompared: Record<string, RegExp> = {
  'are of the caller alone': /^\/(?:auth\/.*|tokens|webhooks|invitations)$/,
  'are for those who see everything': /^\/(?:host|moderation)\/|^\/users\/moderators$/,
  'show a hidden message without its text': /^\/chats\/:chatId\/messages$/,
  'have no rows of others': /^\/messages\/(?:with|conversation)\//,
  'have one page, and tests of their own': /^\/(?:tags\/trending|users\/suggested|users\/newest)$/,
  'are tested where albums are': /^\/posts\/:postId\/images$/,
};

let seen: number;
let parent: number;
let poll: { id: number; options: { id: number }[] };
let chatId: number;
let said: number;
let notificationId: number;
/** Functions that delete everything that Vera may not see. */
let undo: (() => Promise<unknown>)[] = [];

const visibilityInOrder = ['hidden', 'visible', 'hidden', 'visible', 'hidden', 'hidden', 'visible', 'hidden'] as const;

beforeAll(async () => {
  await follow(vera, anna);
  const event = (days: number) => ({
    startsAt: new Date(Date.now() + days * 86_400_000).toISOString(),
    timeZone: 'UTC',
  });
  seen = await publish(anna, 'everybody sees this', { event: event(30) });
  parent = (await comment(carl, seen, 'first')).body.data.commentId;
  const asked = { userId: anna.userId, caption: 'where', poll: { options: ['here', 'there'], named: true } };
  poll = (await anna.post('/posts', asked)).body.data.poll;
  const vote = (who: Person, optionIds: number[]) => who.call('PUT', `/polls/${poll.id}/vote`, { optionIds });
  await vote(vera, [poll.options[0]?.id ?? 0]);
  const liked = await publish(vera, 'liked by many');
  chatId = await openChat(vera, [anna, carl]);
  const fans: Person[] = [];
  const blocked: Person[] = [];
  const waiting: Person[] = [];
  for (const [i, turn] of visibilityInOrder.entries()) {
    const hidden = turn === 'hidden';
    const [fan] = await signUpAnew(server, hidden ? 'fan.b' : 'fan.a');
    if (hidden) blocked.push(fan);
    const post = await publish(anna, `walrus ${i} #beach #shore${i}`, {
      audience: hidden ? 'private' : 'public',
      event: event(i + 1),
    });
    const bys = await publish(hidden ? bert : carl, `walrus at the #beach of ${i}`);
    await vera.post('/bookmarks', { postId: bys });
    const liker = hidden ? anna : dora;
    await like(liker, hidden ? post : bys);
    await like(fan, seen);
    const answer = (given: string | null) => fan.call('PUT', `/posts/${seen}/answer`, { answer: given });
    await answer('yes');
    const own = await publish(vera, `by vera ${i}`);
    await like(fan, own);
    await like(fan, liked);
    fans.push(fan);
    await vote(fan, [poll.options[1]?.id ?? 0]);
    await vera.post(`/chats/${chatId}/members`, { userId: fan.userId });
    const message = (await say(fan, chatId, `a walrus of ${i}`)).body.data;
    await sql('update users set inviter_id = $1 where id = $2', [vera.userId, fan.userId]);
    const under = (await comment(fan, seen, `comment ${i}`)).body.data;
    const reply = (await comment(fan, seen, `reply ${i}`, { parentId: parent })).body.data;
    await follow(fan, anna);
    await follow(carl, fan);
    await write(fan, vera, 'hello');
    await follow(vera, fan);
    await follow(fan, vera);
    await vera.post('/close-friends', { userId: fan.userId });
    const [apart, asking] = await signUpAnew(server, 'apart', 'asking');
    await write(apart, vera, 'who are you');
    await vera.post('/mutes', { userId: apart.userId });
    waiting.push(asking);
    // Vera cannot block a member who has blocked her, so no block in her own list is hidden from her.
    if (!hidden) await vera.post('/blocks', { userId: (await signUpAnew(server, 'foe'))[0].userId });
    if (hidden) blocked.push(apart, asking);
    if (!hidden) continue;
    undo.push(
      () => anna.delete(`/posts/${post}`),
      () => bert.delete(`/posts/${bys}`),
      () => unlike(fan, seen),
      () => answer(null),
      () => unlike(fan, own),
      () => unlike(fan, liked),
      () => vote(fan, []),
      () => fan.delete(`/messages/${message.messageId}`),
      () => fan.delete(`/comments/${reply.commentId}`),
      () => fan.delete(`/comments/${under.commentId}`),
      () => fan.delete('/follows', { followerId: fan.userId, followedId: anna.userId }),
      () => carl.delete('/follows', { followerId: carl.userId, followedId: fan.userId }),
    );
  }
  said = (await say(vera, chatId, 'who reads this')).body.data.messageId;
  for (const each of fans) await each.patch(`/chats/${chatId}/read`, { messageId: said });
  const entries = (await vera.get('/notifications?kind=like')).body.data;
  notificationId = entries.find((entry: { post: { postId: number } }) => entry.post.postId === liked).notificationId;
  const runAt = new Date().toISOString();
  await scorePosts(server.deps.domain, { runAt });
  await publishRanking(server.deps.domain, { runAt });
  await vera.mutate('users.update', { userId: vera.userId, visibility: 'private' });
  for (const each of waiting) await follow(each, vera);
  for (const each of [bert, ...blocked]) await each.post('/blocks', { userId: vera.userId });
  undo = undo.concat(blocked.map((each) => () => each.delete(`/users/${each.userId}`)));
}, 120_000);

/** The counters of posts, comments and polls include members who have blocked the reader. */
const counters = new Set(['likesCount', 'commentsCount', 'repliesCount', 'answers', 'votes', 'voters']);
const withoutCounters = (items: unknown) =>
  JSON.parse(JSON.stringify(items, (name, value) => (counters.has(name) ? undefined : value)));

/** All pages of a list: the items, and the length of the cursor. */
interface PageOfItems {
  items: unknown[];
  cursorLength: number;
}

async function pagesOf(path: string, limit: number): Promise<PageOfItems[]> {
  const pages: PageOfItems[] = [];
  for (let cursor = ''; pages.length < 40; ) {
    const { status, body } = await vera.get(`${path}limit=${limit}${cursor}`);
    expect(status, path).toBe(200);
    pages.push({ items: withoutCounters(body.data), cursorLength: body.nextCursor?.length ?? 0 });
    if (!body.nextCursor) break;
    cursor = `&cursor=${body.nextCursor}`;
  }
  return pages;
}

async function everyAnswer(limit: number): Promise<Record<string, PageOfItems[]>> {
  const answers: Record<string, PageOfItems[]> = {};
  for (const [name, path] of Object.entries(lists)) answers[name] = await pagesOf(path(), limit);
  return answers;
}

describe('every list', () => {
  const sizes = [1, 2, 100];
  /** The answers of the search for everything, which is no list. */
  const best = () =>
    Promise.all(
      ['walr', 'fan', 'shore'].map(async (query) =>
        withoutCounters((await vera.get(`/search?kind=all&query=${query}`)).body.data),
      ),
    );
  /** Answers that count rows, or choose some of them. */
  const counts = () =>
    Promise.all(
      [
        ...['/today?timeZone=UTC', '/notifications/unread', '/messages/unread', '/follows/requests/count'],
        ...[`/posts/user/${anna.userId}/count`, `/likes/friends?postIds=${seen}`, `/chats/${chatId}`],
      ].map(async (path) => withoutCounters((await vera.get(path)).body.data)),
    );
  it('answers as if what is hidden were not there, and its pages are full', async () => {
    const countsWithHidden = await counts();
    const withHidden = [];
    for (const size of sizes) withHidden.push(await everyAnswer(size));
    for (const [name, pages] of Object.entries(withHidden[0] ?? {})) {
      expect(pages.length, name).toBeGreaterThan(2);
      // Small pages together contain the same items as one large page, each once.
      expect(
        pages.flatMap(({ items }) => items),
        name,
      ).toEqual(withHidden[2]?.[name]?.flatMap(({ items }) => items));
    }
    const bestWithHidden = await best();
    expect(bestWithHidden).toMatchObject([
      { posts: [{}, {}, {}, {}, {}] },
      { people: [{}, {}, {}] },
      { tags: [{}, {}, {}] },
    ]);
    for (const take of undo) await take();
    expect(await best()).toEqual(bestWithHidden);
    expect(await counts()).toEqual(countsWithHidden);
    for (const [i, size] of sizes.entries()) {
      const without = await everyAnswer(size);
      for (const name of Object.keys(lists))
        expect(withHidden[i]?.[name], `${name}, ${size} a page`).toEqual(without[name]);
    }
  });

  it('is compared, or has a reason why not', () => {
    const compared = Object.values(lists).map((path) => path().replace(/\?.*$/, ''));
    const forms = allEndpoints.flatMap(({ meta, url }) => (meta.list ? [url.replace(/\([^)]*\)/g, '')] : []));
    const isCompared = (url: string) => {
      const form = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`);
      return compared.some((path) => form.test(path));
    };
    const reasons = Object.values(notCompared);
    expect(forms.filter((url) => !isCompared(url) && !reasons.some((reason) => reason.test(url)))).toEqual([]);
    expect(reasons.filter((reason) => !forms.some((url) => reason.test(url)))).toEqual([]);
  });

  it('completes half a word to words that the reader may see, although others come first', async () => {
    const words = (begin: string) => Array.from({ length: 12 }, (_, i) => `${begin}${i + 10}`).join(' ');
    const [reader, writer, late] = await signUpAnew(server, 'reader', 'writer', 'late');
    await publish(writer, words('quagga'), { audience: 'private' });
    await publish(reader, 'quaggaz');
    await publish(reader, 'a zebra and a quaggay');
    const found = async (query: string) => (await reader.get(`/search?kind=posts&query=${query}`)).body.data.length;
    expect([await found('quagg'), await found('zebra%20quagg')]).toEqual([2, 1]);
    const chatId = await openChat(writer, [reader, vera]);
    await say(writer, chatId, words('quagga'));
    await writer.post(`/chats/${chatId}/members`, { userId: late.userId });
    await say(reader, chatId, 'quaggaz');
    const read = async (who: Person) =>
      (await who.get('/messages/search?query=quagg')).body.data.map(({ content }: { content: string }) => content);
    expect(await read(late)).toEqual(['quaggaz']);
    await writer.post('/blocks', { userId: reader.userId });
    expect(await read(reader)).toEqual(['quaggaz']);
  });

  it('suggests members in an order that does not depend on their private posts', async () => {
    const [reader, ...both] = await signUpAnew(server, 'reader', 'one', 'other');
    const [older, newer] = both.toSorted((a, b) => a.userId - b.userId) as [Person, Person];
    const order = async () =>
      (await reader.get('/users/suggested')).body.data
        .map(({ userId }: Person) => userId)
        .filter((id: number) => [older.userId, newer.userId].includes(id));
    await publish(older, 'only for me', { audience: 'private' });
    expect(await order()).toEqual([newer.userId, older.userId]);
    await publish(older, 'for all');
    expect(await order()).toEqual([older.userId, newer.userId]);
  });

  it('suggests members and names a friend who likes a post, although many hidden ones came later', async () => {
    const [reader, author, friend, shown] = await signUpAnew(server, 'reader', 'author', 'friend', 'shown');
    await follow(reader, friend);
    const postId = await publish(author, 'liked by many');
    await like(friend, postId);
    await sql(
      `with crowd as (
         insert into users (user_name, email, identity_uid, auth_provider, password_hash)
         select 'crowd' || n, 'crowd' || n || '@kith.test', 'crowd-' || n, 'email', '-' from generate_series(1, 300) n returning id
       ), blocking as (insert into blocks (blocker_id, blocked_id) select id, $1 from crowd),
       liking as (insert into likes (user_id, post_id) select id, $2 from crowd limit 30)
       update posts set likes_count = 31 where id = $2`,
      [reader.userId, postId],
    );
    const suggested = (await reader.get('/users/suggested')).body.data.map(({ userId }: Person) => userId);
    expect(suggested).toContain(shown.userId);
    const friends = await reader.query('likes.byFriends', { postIds: [postId] });
    expect(friends.body.result.data).toEqual([{ postId, userName: friend.userName, displayName: null }]);
  });

  it('keeps a notification although somebody hidden has acted a dozen times since', async () => {
    const [owner, quiet, loud] = await signUpAnew(server, 'owner', 'quiet', 'loud');
    const postId = await publish(owner, 'to be commented');
    await comment(quiet, postId, 'once');
    for (let i = 0; i < 12; i += 1) await comment(loud, postId, `${i}`);
    await loud.post('/blocks', { userId: owner.userId });
    const [entry] = (await owner.get('/notifications')).body.data;
    expect(entry).toMatchObject({ actors: [{ userName: quiet.userName }], actorsCount: 1, excerpt: 'once' });
  });

  it('counts behind a notification whom it names', async () => {
    const [owner, quiet, hidden, muted] = await signUpAnew(server, 'owner', 'quiet', 'hidden', 'muted');
    const postId = await publish(owner, 'to be commented');
    await comment(quiet, postId, 'shown');
    const { commentId } = (await comment(hidden, postId, 'hidden by moderators')).body.data;
    await comment(muted, postId, 'not heard');
    const count = async () => (await owner.get('/notifications')).body.data[0].actorsCount;
    expect(await count()).toBe(3);
    await sql('update comments set hidden_at = now() where id = $1', [commentId]);
    expect(await count()).toBe(2);
    await comment(hidden, postId, 'shown');
    expect(await count()).toBe(3);
    await owner.post('/mutes', { userId: muted.userId });
    expect(await count()).toBe(2);
  });

  it('of chats does not tell that a message across a block has a picture or a post', async () => {
    const [reader, writer, other] = await signUpAnew(server, 'reader', 'writer', 'other');
    const chatId = await openChat(reader, [writer, other]);
    const postId = await publish(other, 'to be shared');
    const last = async () => (await reader.get(`/chats/${chatId}`)).body.data.lastMessage;
    await say(writer, chatId, 'look', { postId });
    await sql(
      `with made as (insert into images (owner_id, kind, key) values ($1, 'message', 'key-of-a-picture') returning id)
       update messages set image_id = made.id from made where chat_id = $2 and post_id is not null`,
      [writer.userId, chatId],
    );
    expect(await last()).toMatchObject({ content: 'look', picture: true, media: 'picture', post: true });
    await writer.post('/blocks', { userId: reader.userId });
    expect(await last()).toMatchObject({ content: '', picture: false, media: null, post: false });
  });

  it('has at most 500 items a page', async () => {
    expect((await vera.get('/posts?limit=500')).status).toBe(200);
    for (const limit of [501, 0, 1e9])
      expect(await vera.get(`/posts?limit=${limit}`)).toMatchObject({ status: 400, body: { code: 'invalid-limit' } });
  });

  it('of those behind a notification leaves out who is muted', async () => {
    const [owner, loud, quiet] = await signUpAnew(server, 'owner', 'loud', 'quiet');
    const postId = await publish(owner, 'to be liked');
    for (const each of [quiet, loud]) await like(each, postId);
    const [{ notificationId }] = (await owner.get('/notifications')).body.data;
    const names = async () => {
      const { body } = await owner.query('notifications.actors', { notificationId });
      return body.result.data.items.map(({ userName }: Person) => userName);
    };
    expect(await names()).toEqual([loud.userName, quiet.userName]);
    await owner.post('/mutes', { userId: loud.userId });
    expect(await names()).toEqual([quiet.userName]);
  });

  it('takes a cursor only from the member and the list that got it, and none that was made up', async () => {
    const cursor = (await vera.get('/posts?limit=1')).body.nextCursor;
    expect((await vera.get(`/posts?limit=2&cursor=${cursor}`)).status).toBe(200);
    // The web app requests further pages with this input.
    expect((await vera.query('posts.list', { limit: 1, direction: 'forward', cursor })).status).toBe(200);
    const refused = { status: 400, body: { code: 'invalid-cursor' } };
    expect(await carl.get(`/posts?cursor=${cursor}`)).toMatchObject(refused);
    expect(await vera.get(`/users/${anna.userId}/posts?cursor=${cursor}`)).toMatchObject(refused);
    const longer = (await vera.get('/search?kind=posts&query=walrus&limit=1')).body.nextCursor;
    expect(await vera.get(`/search?kind=posts&query=beach&cursor=${longer}`)).toMatchObject(refused);
    const changed = cursor.slice(0, 9) + (cursor[9] === 'A' ? 'B' : 'A') + cursor.slice(10);
    for (const made of ['["2026-01-01T00:00:00.000Z",1]', 'WzFd', changed])
      expect(await vera.get(`/posts?cursor=${encodeURIComponent(made)}`)).toMatchObject(refused);
  });
});
