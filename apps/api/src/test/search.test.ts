import { probe } from '@kith/db/testing';
import { describe, expect, it } from 'vitest';
import { publish } from '../testing/actions.ts';
import { indexPosts } from '../testing/indexPosts.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const { server, alice, bob, carol } = await castForFile();

const run = (text: string, values: unknown[] = []) => probe(server.deps.domain.db, text, values);

const ask = (who: Person, kind: string, query: string, more = '') =>
  who.get(`/search?kind=${kind}&query=${encodeURIComponent(query)}${more}`);
const posts = async (who: Person, query: string): Promise<number[]> =>
  (await ask(who, 'posts', query)).body.data.map(({ postId }: { postId: number }) => postId);
const people = async (who: Person, query: string): Promise<string[]> =>
  (await ask(who, 'people', query)).body.data.map(({ userName }: { userName: string }) => userName);
const tags = async (who: Person, query: string) => (await ask(who, 'tags', query)).body.data;
const withTag = async (who: Person, tag: string): Promise<number[]> =>
  (await who.get(`/tags/${encodeURIComponent(tag)}/posts`)).body.data.map(({ postId }: { postId: number }) => postId);

/** All pages of one kind of result, two rows each. */
async function paged(who: Person, kind: string, query: string) {
  const found: Record<string, unknown>[] = [];
  let more = '';
  for (let page = 0; page < 50; page += 1) {
    const { body } = await ask(who, kind, query, `&limit=2${more}`);
    found.push(...body.data);
    if (!body.nextCursor) return found;
    more = `&cursor=${body.nextCursor}`;
  }
  throw new Error('there is no end');
}

describe('search for a post', () => {
  it('matches its text and place, with and without accents, and a prefix as last word, newest first', async () => {
    const first = await publish(alice, 'Żółw śpi w Łodzi');
    const second = await publish(bob, 'Un zolw español: mañana', { location: 'Kraków, Rynek' });
    expect(await posts(carol, 'zolw')).toEqual([second, first]);
    expect(await posts(carol, 'ŻÓŁW')).toEqual([second, first]);
    expect(await posts(carol, 'manana')).toEqual([second]);
    expect(await posts(carol, 'krakow espanol')).toEqual([second]);
    expect(await posts(carol, 'lodz')).toEqual([first]);
    expect(await posts(carol, 'lodz żółw')).toEqual([]);
    expect(await posts(carol, 'łodzi żół')).toEqual([first]);
    expect(await posts(carol, 'olw')).toEqual([]);
    expect((await paged(carol, 'posts', 'zolw')).map(({ postId }) => postId)).toEqual([second, first]);
  });

  it('matches its current text, and nothing once it is deleted', async () => {
    const postId = await publish(alice, 'harbour #quay');
    await alice.patch(`/posts/${postId}`, { caption: 'lighthouse #quay #pier' });
    expect([await posts(bob, 'harbour'), await posts(bob, 'lighthouse')]).toEqual([[], [postId]]);
    expect([await withTag(bob, 'quay'), await withTag(bob, 'pier')]).toEqual([[postId], [postId]]);
    await Promise.all(['rust', 'dust'].map((caption) => alice.patch(`/posts/${postId}`, { caption })));
    const { caption } = (await bob.get(`/posts/${postId}`)).body.data;
    const words = await run('select word from post_words where post_id = $1', [postId]);
    expect(words.rows).toEqual([{ word: caption }]);
    await alice.call('DELETE', `/posts/${postId}`);
    expect([await posts(bob, caption), await withTag(bob, 'quay')]).toEqual([[], []]);
    expect((await run('select from post_words where post_id = $1', [postId])).rows).toEqual([]);
  });

  it('counts only the posts of a tag that the caller sees', async () => {
    await publish(bob, 'secretive #hush');
    await publish(bob, 'secretive #hush #hushed', { audience: 'private' });
    expect(await tags(alice, 'hush')).toEqual([{ tag: 'hush', postsCount: 1 }]);
    expect(await tags(bob, '#HUSH')).toEqual([
      { tag: 'hush', postsCount: 2 },
      { tag: 'hushed', postsCount: 1 },
    ]);
  });

  it('counts at most the newest hundred posts of a tag', async () => {
    await run(`insert into posts (author_id, caption) select $1, '#Dawne ' || i from generate_series(1, 150) i`, [
      alice.userId,
    ]);
    await indexPosts(server.deps.domain.db);
    expect(await tags(bob, 'daw')).toEqual([{ tag: 'dawne', postsCount: 100 }]);
  });
});

describe('a tag', () => {
  it('has a page of its posts, in any case, and keeps its accents', async () => {
    const first = await publish(alice, 'a #Łąka');
    const second = await publish(bob, 'b #łąka!');
    const plain = await publish(bob, 'c #laka');
    expect(await withTag(carol, 'Łąka')).toEqual([second, first]);
    expect(await withTag(carol, '#łąka')).toEqual([second, first]);
    expect(await withTag(carol, 'laka')).toEqual([plain]);
    expect(await withTag(carol, 'no such tag')).toEqual([]);
    expect(await tags(carol, 'lak')).toEqual([
      { tag: 'laka', postsCount: 1 },
      { tag: 'łąka', postsCount: 2 },
    ]);
    for (let each = 1; each <= 7; each += 1) await publish(alice, `#series${each}`);
    expect((await paged(carol, 'tags', 'series')).map(({ tag }) => tag)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((each) => `series${each}`),
    );
  });
});

describe('the popular tags of the week', () => {
  it('are ordered by number of people, counting public posts that the caller sees', async () => {
    const trending = async (who: Person) => (await who.get('/tags/trending?limit=3')).body.data;
    await run('delete from posts');
    for (const caption of ['#louder', '#louder', '#louder', '#shared']) await publish(alice, caption);
    await publish(bob, '#shared #Łódź');
    await publish(carol, '#secret #shared', { audience: 'friends' });
    const old = await publish(bob, '#bygone #louder');
    await run(`update posts set created_at = now() - interval '8 days' where id = $1`, [old]);
    const all = [
      { tag: 'shared', postsCount: 2 },
      { tag: 'louder', postsCount: 3 },
      { tag: 'łódź', postsCount: 1 },
    ];
    expect(await trending(carol)).toEqual(all);
    await carol.post('/mutes', { userId: bob.userId });
    expect(await trending(carol)).toEqual([
      { tag: 'louder', postsCount: 3 },
      { tag: 'shared', postsCount: 1 },
    ]);
    await carol.call('DELETE', '/mutes', { userId: bob.userId });
    // Neither posts for others nor imported ones of then take the places of those that are counted.
    const many = `insert into posts (author_id, caption, audience, created_at)
      select $1, '#mine', $2, now() - $3::interval from generate_series(1, 3000)`;
    await run(many, [alice.userId, 'private', '0 days']);
    await run(many, [alice.userId, 'public', '2 years']);
    expect(await trending(carol)).toEqual(all);
    await run('delete from posts');
  });
});

describe('search for a member', () => {
  it('matches the words of bios after all names, each member once, and no longer after a change or a deletion', async () => {
    const [named, sailor, both] = await Promise.all(
      ['kajak', 'mirelle', 'kajakarka'].map((name) => signUpAndIn(server.app, name)),
    );
    if (!named || !sailor || !both) throw new Error('nobody signed up');
    const write = (who: Person, bio: string) => who.patch(`/users/${who.userId}`, { bio });
    await write(sailor, 'Kajaki i Kajakarze. Żółte wiosła, mañana!');
    await write(both, 'kajak');
    expect(await people(alice, 'kajak')).toEqual(['kajak', 'kajakarka', 'mirelle']);
    expect((await paged(alice, 'people', 'kajak')).map(({ userName }) => userName)).toEqual([
      'kajak',
      'kajakarka',
      'mirelle',
    ]);
    expect([await people(alice, 'zolte manan'), await people(alice, 'zolte rower')]).toEqual([['mirelle'], []]);
    const { body } = await alice.query('search.people', { query: 'kajak', namesOnly: true });
    expect(body.result.data.items.map(({ userName }: { userName: string }) => userName)).toEqual([
      'kajak',
      'kajakarka',
    ]);
    await sailor.post('/blocks', { userId: alice.userId });
    expect([await people(alice, 'wiosla'), await people(bob, 'wiosla')]).toEqual([[], ['mirelle']]);
    await write(sailor, 'Góry');
    expect([await people(bob, 'wiosla'), await people(bob, 'gor')]).toEqual([[], ['mirelle']]);
    await sailor.call('DELETE', `/users/${sailor.userId}`);
    expect((await run('select from bio_words where user_id = $1', [sailor.userId])).rows).toEqual([]);
  });

  it('matches any part of the name: names that begin with it first, in both parts followed members first, each once', async () => {
    const names = ['nora.field', 'fieldfare', 'Garfield', 'field-field'];
    const made: Record<string, Person> = {};
    for (const name of names) made[name] = await signUpAndIn(server.app, name);
    expect(await people(alice, 'field')).toEqual(['field-field', 'fieldfare', 'nora.field', 'Garfield']);
    await alice.post('/follows', { followerId: alice.userId, followedId: made.fieldfare?.userId });
    expect(await people(alice, '@FIELD')).toEqual(['fieldfare', 'field-field', 'nora.field', 'Garfield']);
    await alice.post('/follows', { followerId: alice.userId, followedId: made.Garfield?.userId });
    expect(await people(alice, 'field')).toEqual(['fieldfare', 'field-field', 'Garfield', 'nora.field']);
    expect((await paged(alice, 'people', 'field')).map(({ userName }) => userName)).toEqual(
      await people(alice, 'field'),
    );
    // The results exclude the caller.
    expect(await people(made['nora.field'] as Person, 'nora')).toEqual([]);
    await alice.post('/mutes', { userId: made.fieldfare?.userId });
    await made.Garfield?.post('/blocks', { userId: alice.userId });
    expect(await people(alice, 'field')).toEqual(['field-field', 'nora.field']);
    await made['nora.field']?.patch(`/users/${made['nora.field']?.userId}`, { userName: 'nora.meadow' });
    expect([await people(bob, 'a.fi'), await people(bob, 'a.me')]).toEqual([[], ['nora.meadow']]);
  });
});

describe('a search for everything', () => {
  const best = async (who: Person, query: string, more = '') => {
    const { people, posts, tags, ...rest } = (await ask(who, 'all', query, more)).body.data;
    expect(rest).toEqual({});
    return {
      people: people.map(({ userName }: { userName: string }) => userName),
      posts: posts.map(({ postId }: { postId: number }) => postId),
      tags: tags.map(({ tag }: { tag: string }) => tag),
    };
  };

  it('has the first five people, posts and tags, as in the lists of each kind', async () => {
    const names = ['heronlake', 'heron1', 'heron2', 'heron3', 'heron4', 'grey.heron'];
    for (const name of names) await signUpAndIn(server.app, name);
    const ids: number[] = [];
    for (let i = 0; i < 6; i += 1) ids.unshift(await publish(bob, `heron ${i} #heron${i}`));
    await publish(bob, 'heron seen by nobody #heron', { audience: 'private' });
    expect(await best(alice, 'hero')).toEqual({
      people: ['heron1', 'heron2', 'heron3', 'heron4', 'heronlake'],
      posts: ids.slice(0, 5),
      tags: ['heron0', 'heron1', 'heron2', 'heron3', 'heron4'],
    });
    expect(await best(alice, 'hero', '&limit=1')).toEqual({ people: ['heron1'], posts: [ids[0]], tags: ['heron0'] });
    expect(await best(alice, 'y.heron')).toEqual({ people: ['grey.heron'], posts: [], tags: [] });
    await alice.post('/mutes', { userId: bob.userId });
    expect(await best(alice, 'hero')).toMatchObject({ posts: [], tags: [] });
    await alice.call('DELETE', '/mutes', { userId: bob.userId });
    const { body } = await alice.query('search.best', { query: 'hero', limit: 2 });
    expect(body.result.data.posts.map(({ postId }: { postId: number }) => postId)).toEqual(ids.slice(0, 2));
  });
});

describe('a search query', () => {
  it.each(['people', 'posts', 'tags', 'all'])('for %s accepts any text of up to a hundred characters', async (kind) => {
    const texts = [
      '%_\\',
      '\\',
      '%',
      '#',
      '@',
      "' or 1=1 --",
      'a',
      'the',
      '\u202E',
      '😀',
      'ﷺ'.repeat(100),
      'a '.repeat(49),
    ];
    for (const text of [...texts, 'x & y | !z', '():*<->', 'a'.repeat(100)])
      expect([kind, text, (await ask(alice, kind, text)).status]).toEqual([kind, text, 200]);
    for (const [text, code] of [
      ['', 'query-required'],
      ['   ', 'query-required'],
      ['a'.repeat(101), 'query-too-long'],
      ['word '.repeat(10_000), 'query-too-long'],
      ['\u0000', 'text-not-storable'],
    ] as const) {
      const { status, body } = await alice.query('search.all', { kind, query: text });
      expect([text.slice(0, 20), status, body.error.data.kith.code]).toEqual([text.slice(0, 20), 400, code]);
    }
  });

  it('for an unknown kind is refused', async () => {
    for (const path of ['/search?query=a', '/search?kind=posts', '/search?query=a&kind=__proto__'])
      expect((await alice.get(path)).status).toBe(400);
  });

  it('of many words finds what contains all of them', async () => {
    const postId = await publish(alice, 'one two three four five six seven eight nine ten eleven twelve thirteen');
    expect(await posts(bob, 'thirteen twelve eleven ten nine eight seven six five four three two one')).toEqual([
      postId,
    ]);
    expect(await posts(bob, 'one two fourteen')).toEqual([]);
  });
});
