import { describe, expect, it } from 'vitest';
import { comment, follow, like, openChat, publish, say, write } from '../testing/actions.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';

const { server, sql } = await serverForFile();

const rename = (who: Person, displayName: string | null) => who.patch(`/users/${who.userId}`, { displayName });
const ask = async (who: Person, path: string) => (await who.get(path)).body.data;
const found = async (who: Person, query: string): Promise<string[]> =>
  (await ask(who, `/search?kind=people&query=${encodeURIComponent(query)}`)).map(
    ({ userName }: { userName: string }) => userName,
  );

/** All objects of an answer that are a user, whatever they are called. */
function usersIn(value: unknown): { userId: number; displayName: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(usersIn);
  return 'userName' in value ? [value as unknown as { userId: number; displayName: unknown }, ...inside] : inside;
}

describe('a display name', () => {
  it('is null at first, is trimmed, and is removed by null and by an empty text', async () => {
    const [alice] = await signUpAnew(server, 'alice');
    const name = async () => (await ask(alice, `/users/${alice.userId}`)).displayName;
    expect(await name()).toBeNull();
    for (const none of [null, '', '  \n ']) {
      const { status, body } = await rename(alice, '  Zosia Żółkiewska ');
      expect([status, body.data.displayName]).toEqual([200, 'Zosia Żółkiewska']);
      expect((await rename(alice, none)).body.data.displayName).toBeNull();
      expect(await name()).toBeNull();
    }
    await rename(alice, 'Zosia');
    await alice.patch(`/users/${alice.userId}`, { bio: 'unchanged otherwise' });
    expect(await name()).toBe('Zosia');
  });

  it.each(['x', 'x'.repeat(50), 'Зося', '佐藤 花子', 'علی‌رضا', 'O’Brien <b>&', '👩‍👩‍👧‍👦', '@zosia'])(
    'may be %s',
    async (displayName) => {
      const [alice] = await signUpAnew(server, 'alice');
      expect((await rename(alice, displayName)).body.data.displayName).toBe(displayName);
    },
  );

  it.each([
    ['x'.repeat(51), 'display-name-too-long'],
    ['a\u0000b', 'display-name-forbidden'],
    ['a\nb', 'display-name-forbidden'],
    ['a\u001b[31mb', 'display-name-forbidden'],
    ['evil\u202etxt', 'display-name-forbidden'],
    ['\u2066a', 'display-name-forbidden'],
    ['a\ud800', 'display-name-forbidden'],
    ['\u200b\u200d', 'display-name-forbidden'],
    ['\u3164', 'display-name-forbidden'],
    ['\u2800', 'display-name-forbidden'],
    [7, 'invalid-input'],
    [['Zosia'], 'invalid-input'],
  ])('may not be %j', async (displayName, code) => {
    const [alice] = await signUpAnew(server, 'alice');
    const { status, body } = await alice.patch(`/users/${alice.userId}`, { displayName });
    expect([status, body.code]).toEqual([400, code]);
  });

  it('can be changed only by its member, and with the scope `write`', async () => {
    const [alice, bob] = await signUpAnew(server, 'alice', 'bob');
    const { status } = await bob.patch(`/users/${alice.userId}`, { displayName: 'Zosia' });
    expect(status).toBe(403);
  });

  it('is in every answer that contains the member', async () => {
    const [alice, bob] = await signUpAnew(server, 'alice', 'bob');
    await rename(alice, 'Zosia');
    await follow(alice, bob);
    await follow(bob, alice);
    const own = await publish(alice, 'by alice');
    const post = await publish(bob, 'by bob');
    await like(alice, post);
    const { commentId } = (await comment(alice, post, 'a comment')).body.data;
    await comment(alice, post, 'a reply', { parentId: commentId });
    await write(alice, bob, 'hello');
    const group = await openChat(bob, [alice, (await signUpAnew(server, 'carol'))[0]]);
    await say(bob, group, 'hello', { postId: own });
    await bob.post('/close-friends', { userId: alice.userId });
    await bob.post('/bookmarks', { postId: own });
    const paths = [
      `/users/${alice.userId}`,
      `/users/name/${alice.userName}`,
      `/users/search?query=${alice.userName}`,
      `/search?kind=people&query=${alice.userName}`,
      '/posts',
      `/posts/${own}`,
      `/users/${alice.userId}/posts`,
      '/feed',
      '/bookmarks',
      '/close-friends',
      `/posts/${post}/likes`,
      `/comments/post/${post}`,
      `/comments/${commentId}/replies`,
      `/${bob.userId}/followers`,
      `/${bob.userId}/following`,
      '/notifications',
      '/chats',
      `/chats/${group}`,
      `/chats/${group}/messages`,
      '/messages/contacts',
    ];
    for (const path of paths) {
      const answer = await bob.get(path);
      const names = usersIn(answer.body.data)
        .filter(({ userId }) => userId === alice.userId)
        .map(({ displayName }) => displayName);
      expect([path, answer.status, new Set(names)]).toEqual([path, 200, new Set(['Zosia'])]);
    }
    const liked = (await bob.query('likes.byFriends', { postIds: [post] })).body.result.data;
    expect(liked).toEqual([{ postId: post, userName: alice.userName, displayName: 'Zosia' }]);
    for (const kind of ['mutes', 'blocks']) {
      await bob.post(`/${kind}`, { userId: alice.userId });
      expect(usersIn(await ask(bob, `/${kind}`)).map(({ displayName }) => displayName)).toEqual(['Zosia']);
    }
  });

  it('is erased with the account, and its parts are', async () => {
    const [alice, bob] = await signUpAnew(server, 'alice', 'bob');
    await rename(alice, 'Erasable Ella');
    expect(await found(bob, 'erasable')).toEqual([alice.userName]);
    expect((await alice.delete(`/users/${alice.userId}`)).status).toBe(200);
    expect(await found(bob, 'erasable')).toEqual([]);
    expect(await sql('select display_name, search_name from users where id = $1', [alice.userId])).toEqual([
      { display_name: null, search_name: null },
    ]);
    expect(await sql('select from user_name_parts where user_id = $1', [alice.userId])).toEqual([]);
  });
});

describe('the search for people', () => {
  it('finds any part of a display name, with and without accents, and the user names of the query first', async () => {
    const [alice, bob, halszka] = await signUpAnew(server, 'alice', 'bob', 'halszka');
    await rename(alice, 'Halszka Żółkiewska');
    for (const query of ['żółk', 'ZOLK', 'kiewska', 'zka zol', 'HÁLSZKA  ŻOŁ', '@żółkiewska'])
      expect([query, await found(bob, query)]).toEqual([query, [alice.userName]]);
    expect(await found(bob, 'halszka')).toEqual([halszka.userName, alice.userName]);
    expect(await found(bob, 'hałśzka')).toEqual([halszka.userName, alice.userName]);
    await follow(bob, alice);
    expect(await found(bob, 'halszka')).toEqual([halszka.userName, alice.userName]);
    expect(await found(bob, 'kiewska')).toEqual([alice.userName]);
    await rename(alice, null);
    expect([await found(bob, 'halszka'), await found(bob, 'kiewska')]).toEqual([[halszka.userName], []]);
  });

  it('finds a member once, although both names contain the query several times, on pages of any size', async () => {
    const people = await signUpAnew(server, 'mimi', 'lulu-lu', 'anna', 'momo');
    const names = ['Lulu Lulu', 'Lu', 'The lululu', 'Ölu ölu'];
    for (const [i, person] of people.entries()) await rename(person, names[i] ?? null);
    const [bob] = await signUpAnew(server, 'bob');
    await follow(bob, people[2]);
    const expected = await found(bob, 'lu');
    expect(expected.toSorted()).toEqual(people.map(({ userName }) => userName).toSorted());
    expect(expected.slice(0, 2)).toEqual([people[1].userName, people[2].userName]);
    const paged: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await bob.get(`/search?kind=people&query=lu&limit=1${cursor}`);
      paged.push(...body.data.map(({ userName }: Person) => userName));
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(paged).toEqual(expected);
  });

  it('does not find members who have blocked the caller or are muted by their display names', async () => {
    const [alice, bob, carol] = await signUpAnew(server, 'alice', 'bob', 'carol');
    await rename(alice, 'Hidden Hania');
    await rename(carol, 'Hidden Karolina');
    expect(await found(bob, 'hidden')).toEqual([alice.userName, carol.userName]);
    await alice.post('/blocks', { userId: bob.userId });
    await bob.post('/mutes', { userId: carol.userId });
    expect([await found(bob, 'hidden'), await found(bob, 'hania')]).toEqual([[], []]);
  });

  it('leaves the search by prefix to user names', async () => {
    const [alice, bob] = await signUpAnew(server, 'alice', 'bob');
    await rename(alice, 'Prefixed');
    expect(await ask(bob, '/users/search?query=prefix')).toEqual([]);
  });

  it('finds chats by the display name of the other member, unless there is a block', async () => {
    const [alice, bob] = await signUpAnew(server, 'alice', 'bob');
    await rename(alice, 'Łucja Śliwa');
    await write(alice, bob);
    await write(bob, alice);
    for (const path of ['/chats', '/messages/contacts'])
      for (const query of ['śliwa', 'lucja s', alice.userName])
        expect((await ask(bob, `${path}?query=${encodeURIComponent(query)}`)).length, `${path} ${query}`).toBe(1);
    await alice.post('/blocks', { userId: bob.userId });
    for (const path of ['/chats', '/messages/contacts']) expect(await ask(bob, `${path}?query=lucja`)).toEqual([]);
  });
});
