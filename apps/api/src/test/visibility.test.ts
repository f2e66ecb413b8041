import { type LiveItem, liveItem } from '@kith/contracts';
import { enableUser, recountCounters } from '@kith/domain';
import { procedures } from '@kith/trpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../rest/endpoint.ts';
import { openChat, publish, say } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import type { Person, Reply } from '../testing/testApp.ts';
import { actionsOn, nobody, pathsAbout, queriesAbout, type Subject } from '../testing/visibility/askMembers.ts';
import { askPosts, data, isLeftOut } from '../testing/visibility/askPosts.ts';
import { unaskedEndpoints, unaskedEvents } from '../testing/visibility/unasked.ts';
import { captionOf, type Kind, type Post, startWorld, traces, type World } from '../testing/visibility/world.ts';

/**
 * What each viewer (column) sees of a post (row): + the post, also in lists and feeds; ~ the post, but in no list of several
 * authors; - nothing, as if it did not exist. Viewers without a valid session see only a request to log in.
 *
 * `open` is a public account, `closed` a private one. `requested` asked to follow. A `friend` and the author follow each other.
 * `late` is a friend who has stopped and begun to follow the author since the frozen posts were written. `close` is on the list
 * of close friends and follows nobody. `closest` is on that list and is a friend too; `latest` is the same, but was removed
 * from the list and added again since the frozen posts were written. `muter` follows the author, is a close friend, and has
 * muted the author. `moderator` is a host too. A moderator has hidden the hidden post; the waiting post waits for its pictures.
 */
const postTable = `
                         author stranger requested follower friend late close closest latest muter moderator blocked blocker
  open   public            +       +        +         +       +      +     +      +      +     ~       +        -       -
  open   friends           +       -        -         -       +      +     -      +      +     -       -        -       -
  open   close             +       -        -         -       -      -     +      +      +     ~       -        -       -
  open   private           +       -        -         -       -      -     -      -      -     -       -        -       -
  open   public  hidden    +       -        -         -       -      -     -      -      -     -       -        -       -
  open   friends hidden    +       -        -         -       -      -     -      -      -     -       -        -       -
  open   public  waiting   +       -        -         -       -      -     -      -      -     -       -        -       -
  open   public  expired   -       -        -         -       -      -     -      -      -     -       -        -       -
  open   public  frozen    +       -        -         +       +      -     -      +      +     ~       -        -       -
  open   friends frozen    +       -        -         -       +      -     -      +      +     -       -        -       -
  open   close   frozen    +       -        -         -       -      -     +      +      -     ~       -        -       -
  closed public            +       -        -         +       +      +     -      +      +     ~       -        -       -
  closed friends           +       -        -         -       +      +     -      +      +     -       -        -       -
  closed close             +       -        -         -       -      -     -      +      +     ~       -        -       -
  closed private           +       -        -         -       -      -     -      -      -     -       -        -       -
  closed public  hidden    +       -        -         -       -      -     -      -      -     -       -        -       -
  closed public  frozen    +       -        -         +       +      -     -      +      +     ~       -        -       -
  closed friends frozen    +       -        -         -       +      -     -      +      +     -       -        -       -
`;

/**
 * Which members a viewer sees: + a member, also in a search; ~ a member, but not in a search of everything; - every call is
 * answered as if the member did not exist. `shut` is disabled.
 */
const memberTable = `
          stranger follower friend muter moderator blocked blocker
  open       +        +       +      ~      +        -       -
  closed     +        +       +      ~      +        -       -
  shut       -        -       -      -       -        -       -
`;

/** Reads a table: the names of its columns, and its rows with their words and cells. */
function readTable(table: string) {
  const [columns = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const isCell = (word: string) => /^[+~-]$/.test(word);
  return {
    columns,
    rows: rows.map((row) => ({ words: row.filter((word) => !isCell(word)), cells: row.filter(isCell) })),
  };
}

const { columns: postViewers, rows: postRows } = readTable(postTable);
const { columns: memberViewers, rows: memberRows } = readTable(memberTable);
const signedOut = ['disabled', 'ended', 'signedOut'];
/** The viewers who are asked over REST too. The others are asked over tRPC only, because REST calls the same procedures. */
const overRest = ['friend', 'blocked', 'signedOut'];

let world: World;
let received: EventRecorder;

beforeAll(async () => {
  world = await startWorld(
    postRows.map(({ words: [account, audience, state] }) => ({ account, audience, state }) as Kind),
  );
});
afterAll(() => world.server.close());

const viewerOf = (viewer: string, { account }: Kind) =>
  viewer === 'author' ? world.authors[account] : world.person(viewer);
const cellOf = (viewer: string, row: number) => postRows[row]?.cells[postViewers.indexOf(viewer)] ?? '0';

describe('who sees a member', () => {
  const lookups = ['users.byId', 'users.byName', 'users.byFirebaseUid', 'users.search'];
  const searches = ['search.people', 'search.best', 'search.all'];
  const subjectOf = (name: string): Subject => {
    const { posts, shut, authors } = world;
    const { userId, userName, uid } = name === 'shut' ? shut.who : authors[name as 'open'];
    const { postId, commentId } = name === 'shut' ? shut : (posts.find(({ account }) => account === name) as Post);
    return { userId, userName, uid, postId, commentId };
  };
  const tables = 'likes comments bookmarks follows messages mutes blocks reports notifications'.split(' ');
  const rowsWritten = () =>
    world.sql(tables.map((table) => `select '${table}' as name, count(*) from ${table}`).join(' union all '));
  const answer = ({ status, body }: Reply) => ({ status, body });

  it.each(memberRows)(
    '$words: as the table says, in every query, path and action',
    async ({ words: [name = ''], cells }) => {
      const subject = subjectOf(name);
      const queries = queriesAbout(subject);
      for (const [index, viewer] of memberViewers.entries()) {
        const who = world.person(viewer);
        if (cells[index] !== '-') {
          const found: string[] = [];
          for (const path of [...lookups, ...searches]) {
            const { body } = await who.query(path, queries[path]?.[0]);
            if (JSON.stringify(body).includes(`"userId":${subject.userId},`)) found.push(path);
          }
          expect([viewer, found]).toEqual([viewer, cells[index] === '+' ? [...lookups, ...searches] : lookups]);
          continue;
        }
        for (const [path, inputs] of Object.entries(queries)) {
          for (const [i, input] of inputs.entries()) {
            const absent = await who.query(path, queriesAbout(nobody)[path]?.[i]);
            expect([viewer, path, answer(await who.query(path, input))]).toEqual([viewer, path, answer(absent)]);
          }
        }
        const before = await rowsWritten();
        for (const calls of [pathsAbout, actionsOn]) {
          const absent = calls(who, nobody);
          for (const [i, [what, call]] of calls(who, subject).entries())
            expect([what, answer(await call())], viewer).toEqual([what, answer((await absent[i]?.[1]()) as Reply)]);
        }
        expect([viewer, await rowsWritten()]).toEqual([viewer, before]);
      }
    },
  );

  it('is asked by every query', () => {
    const queries = [...procedures].filter(([, { type }]) => type === 'query').map(([path]) => path);
    expect(Object.keys(queriesAbout(nobody)).sort()).toEqual(queries.sort());
  });

  it('a disabled member does not appear in any list or number of somebody whom they followed and wrote to', async () => {
    const { server, sql, authors, person, posts, shut } = world;
    const reader = authors.open;
    const [{ postId, commentId, pollId }] = posts as [Post];
    const chatId = await openChat(reader, [person('friend')]);
    const { messageId } = (await say(reader, chatId, 'mine')).body.data;
    const opened = await reader.call('POST', '/imports', undefined, { headers: { 'upload-length': '9' } });
    const [{ id: notificationId }] = await sql(
      `select id::int from notifications where recipient_id = $1 and kind = 'follow' limit 1`,
      [reader.userId],
    );
    const own = queriesAbout({ ...reader, userName: 'shut.out', postId, commentId });
    const inputs: Record<string, object> = {
      'auth.userNameAvailable': { userName: 'free' },
      'chats.byId': { chatId },
      'chats.withUser': { withUserId: shut.who.userId },
      'chats.messages': { chatId },
      'imports.byId': { importId: opened.body.data.importId },
      'messages.conversation': { withUserId: shut.who.userId },
      'messages.readers': { messageId },
      'messages.search': { query: 'stays' },
      'messages.sentBy': { senderId: shut.who.userId, receiverId: reader.userId },
      'notifications.actors': { notificationId },
      'polls.voters': { pollId },
      'search.all': { kind: 'posts', query: 'secret' },
      'search.best': { query: 'secret' },
      'search.posts': { query: 'secret' },
      'search.tags': { query: 's' },
      'tags.posts': { tag: 'SECRET' },
      'users.byName': { userName: 'the.friend' },
      'messages.contacts': {},
      'years.read': { year: 2026 },
    };
    for (const path of Object.keys(own)) {
      const { status, body } = await reader.query(path, inputs[path] ?? own[path]?.[0] ?? {});
      expect([path, status]).toEqual([path, /^(?:moderation|host)\./.test(path) ? 403 : 200]);
      expect(JSON.stringify(body), path).not.toMatch(traces);
    }
    const { items: contacts } = data(await reader.query('messages.contacts'));
    const nameless = { userId: shut.who.userId, userName: null, displayName: null, profilePicture: null };
    expect(contacts).toContainEqual(expect.objectContaining({ user: nameless }));
    expect(data(await reader.query('notifications.list', { kind: 'comment' })).items[0].excerpt).toBe('plain');
    const { items } = data(await reader.query('notifications.list', { limit: 500 }));
    const unread = items.filter(({ read }: { read: boolean }) => !read).length;
    expect(data(await reader.query('notifications.unreadCount')).count).toBe(unread);
    expect((await reader.get(`/media/${shut.key}/256.webp`)).status).toBe(404);
    const toShut = await publish(reader, 'to @shut.out');
    expect(
      await sql(`select from notifications where recipient_id = $1 and kind = 'mention'`, [shut.who.userId]),
    ).toEqual([]);
    await reader.delete(`/posts/${toShut}`);

    await enableUser(server.deps.domain, { userName: 'shut.out' });
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
    expect((await reader.get(`/${shut.who.userId}/followers`)).body.data).toHaveLength(2);
    expect((await reader.get(`/comments/post/${shut.postId}`)).body.data).toHaveLength(2);
    expect((await reader.query('feed.home')).body.result.data.items[0].caption).toContain('SECRET');
    expect((await reader.get(`/media/${shut.key}/256.webp`)).status).toBe(200);
  });
});

/** The events that reach everybody who has the post on screen: the author's changes of it, and likes and comments. */
const onScreen = [
  'post.changed',
  'post.liked',
  'post.liked',
  'comment.changed',
  'comment.created',
  'comment.liked',
  'comment.deleted',
];
const inFeed = ['post.created', 'post.deleted'];
const aboutPost = (postId: number) => (item: LiveItem) =>
  ('comment' in item ? item.comment.postId : 'postId' in item && item.postId) === postId;

describe('who sees a post', () => {
  /** For each post, a second post with the same audience; and the members who were notified that it mentions them. */
  const others: Record<number, number> = {};
  const mentioned: Record<number, { name: string }[]> = {};

  /** Makes the changes that cause these events, and records what everybody receives. */
  beforeAll(async () => {
    const { server, posts, authors, person } = world;
    const people = [...Object.values(authors), ...[...postViewers.slice(1), ...signedOut].map(person)];
    const postIds = posts.map(({ postId }) => postId);
    received = await new EventRecorder(server).listen(people, { postIds, ranking: false });
    const names = postViewers
      .slice(1)
      .map((viewer) => `@the.${viewer}`)
      .join(' ');
    for (const { account, audience, state, postId, mark } of posts) {
      const author = authors[account];
      if (state === 'expired') continue;
      const mine = { userId: author.userId, postId };
      await author.mutate('posts.update', { postId, caption: captionOf(mark), audience });
      await author.mutate('likes.remove', mine);
      await author.mutate('likes.add', mine);
      const { commentId } = data(await author.mutate('comments.create', { ...mine, content: 'brief' }));
      await author.mutate('comments.update', { commentId, content: 'briefly' });
      await author.mutate('comments.like', { commentId });
      await received.untilReceived(author, onScreen.length - 1, aboutPost(postId));
      await author.mutate('comments.delete', { commentId });
      await received.untilReceived(author, onScreen.length, aboutPost(postId));
      if (state) continue;
      const other = await publish(author, `another ${names}`, { audience });
      await received.untilReceived(author, 1, aboutPost(other));
      mentioned[other] = await world.sql(
        `select u.user_name as name from notifications n join users u on u.id = n.recipient_id
         where n.post_id = $1 and n.kind = 'mention'`,
        [other],
      );
      await author.delete(`/posts/${other}`);
      await received.untilReceived(author, 2, aboutPost(other));
      others[postId] = other;
    }
    received.close();
  });

  const receivedBy = (who: Person, postId: number) =>
    received
      .of(who)
      .filter(aboutPost(postId))
      .map(({ name }) => name)
      .sort();

  it.each([...postViewers, ...signedOut])('%s: as the table says, at every endpoint', async (viewer) => {
    const { single, mixed } = askPosts(world);
    const endpoints = Object.keys({ ...single, ...mixed }).filter(
      (each) => overRest.includes(viewer) || !/^[A-Z]+ \//.test(each),
    );
    for (const endpoint of endpoints) {
      const ask = single[endpoint] ?? mixed[endpoint];
      const found: string[] = [];
      const expected: string[] = [];
      for (const [row, post] of world.posts.entries()) {
        if (signedOut.includes(viewer) && (post.state || post.account === 'closed')) continue;
        const cell = cellOf(viewer, row);
        const shown = cell === '+' || (cell === '~' && endpoint in single);
        const seen = shown && !(endpoint in mixed && isLeftOut(endpoint, viewer, post));
        if (await ask?.(viewerOf(viewer, post), post)) found.push(post.mark);
        if (seen) expected.push(post.mark);
      }
      expect([endpoint, found]).toEqual([endpoint, expected]);
    }
    if (!signedOut.includes(viewer)) return;
    const { postId } = world.posts[0] as Post;
    expect((await world.person(viewer).query('posts.byId', { postId })).status).toBe(401);
  });

  it.each([...postViewers, ...signedOut])('%s: as the table says, in events', (viewer) => {
    for (const [row, post] of world.posts.entries()) {
      const cell = cellOf(viewer, row);
      const who = viewerOf(viewer, post);
      const heard = [post.mark, receivedBy(who, post.postId)];
      expect(heard).toEqual([post.mark, cell === '+' || cell === '~' ? onScreen.toSorted() : []]);
      if (post.state) continue;
      const listed = cell === '+' && !isLeftOut('feed', viewer, post);
      expect([post.mark, receivedBy(who, others[post.postId] as number)]).toEqual([post.mark, listed ? inFeed : []]);
    }
  });

  it('a mention notifies those who see the post, and nobody else', () => {
    for (const [row, { state, mark, postId }] of world.posts.entries()) {
      if (state) continue;
      const notified = postViewers.slice(1).filter((viewer) => cellOf(viewer, row) !== '-');
      const found = mentioned[others[postId] as number]?.map(({ name }) => name.replace('the.', ''));
      expect([mark, found?.toSorted()]).toEqual([mark, notified.toSorted()]);
    }
  });

  it.each(postViewers)('%s: the number of an author’s posts is that of those seen', async (viewer) => {
    for (const [account, author] of Object.entries(world.authors)) {
      const who = viewer === 'author' ? author : world.person(viewer);
      const rows = world.posts.map((post, row) => ({ ...post, cell: cellOf(viewer, row) }));
      const own = rows.filter((post) => post.account === account);
      // Whoever sees a private account but not its posts sees the number of its public posts.
      if (own[0]?.cell === '-') continue;
      // Posts that wait for their pictures, or for the job that deletes expired ones, are counted too.
      const counted = own.filter(
        ({ cell, state }) => cell !== '-' || state === 'waiting' || state === 'expired',
      ).length;
      const { postsCount } = data(await who.query('users.byId', { userId: author.userId }));
      const { body } = await who.get(`/posts/user/${author.userId}/count`);
      expect([viewer, account, postsCount, body.data]).toEqual([viewer, account, counted, counted]);
    }
  });
});

describe('the tables', () => {
  it('have every procedure and every documented path', () => {
    const { single, mixed } = askPosts(world);
    const asked = [...Object.keys(single), ...Object.keys(mixed)];
    const paths = allEndpoints.map(({ method, url }) => `${method} ${url.replace(/\([^)]*\)/g, '')}`);
    const endpoints = [...procedures.keys(), ...paths];
    const isExcused = (endpoint: string) => Object.values(unaskedEndpoints).some((reason) => reason.test(endpoint));
    expect(endpoints.filter((endpoint) => !asked.includes(endpoint) && !isExcused(endpoint))).toEqual([]);
    // Endpoints that are tested need no excuse, and each excuse must still match an endpoint.
    expect(asked.filter((endpoint) => isExcused(endpoint) && !/^GET \/users/.test(endpoint))).toEqual([]);
    expect(Object.values(unaskedEndpoints).filter((reason) => !endpoints.some((each) => reason.test(each)))).toEqual(
      [],
    );
  });

  it('have every event', () => {
    const names = liveItem._zod.def.options.map((option) => option.shape.name._zod.def.values[0]);
    expect([...new Set([...onScreen, ...inFeed, ...Object.values(unaskedEvents).flat()])].sort()).toEqual(names.sort());
  });
});
