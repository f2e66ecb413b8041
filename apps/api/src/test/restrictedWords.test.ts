import { appointModerator } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { follow, publish } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';

/**
 * The words of posts that not everybody may see are not among those that everybody's search walks. Who may see such a post finds it
 * through its author.
 */

const { server, sql, alice, bob, carol } = await castForFile();
await appointModerator(server.deps.domain, { userName: carol.userName, moderates: true });

/** Words whose mark is not that of their post. */
const wronglyMarked = () =>
  sql(`select w.* from post_words w join posts p on p.id = w.post_id join users u on u.id = p.author_id
    where w.author_id <> p.author_id or w.restricted_to is distinct from case
      when p.hidden_at is not null or p.audience = 'private' then 'author'
      when p.audience in ('friends', 'close') then p.audience
      when p.frozen_at is not null or u.private then 'followers' end`);
const restrictedWords = async (postId: number) =>
  Number((await sql('select count(restricted_to) as n from post_words where post_id = $1', [postId]))[0]?.n);
const setPrivate = (who: Person, isPrivate: boolean) =>
  who.mutate('users.update', { userId: who.userId, visibility: isPrivate ? 'private' : 'public' });
const found = async (who: Person, query: string, kind = 'posts') =>
  (await who.get(`/search?kind=${kind}&query=${encodeURIComponent(query)}`)).body.data;
const ids = async (who: Person, query: string): Promise<number[]> =>
  (await found(who, query)).map(({ postId }: { postId: number }) => postId);

describe('the words of a post are restricted', () => {
  it('as long as it is not for everybody, whatever makes it so', async () => {
    const postId = await publish(alice, 'one two #three');
    const steps: [string, () => Promise<unknown>, number][] = [
      ['published', async () => undefined, 0],
      ['for friends', () => alice.patch(`/posts/${postId}`, { caption: 'one two', audience: 'friends' }), 2],
      ['edited', () => alice.patch(`/posts/${postId}`, { caption: 'one two four' }), 3],
      ['for everybody again', () => alice.patch(`/posts/${postId}`, { caption: 'one', audience: 'public' }), 0],
      ['by a private account', () => setPrivate(alice, true), 1],
      ['edited by it', () => alice.patch(`/posts/${postId}`, { caption: 'one five' }), 2],
      ['frozen by it', () => alice.patch(`/posts/${postId}`, { caption: 'one five', audienceFrozen: true }), 2],
      ['frozen, by a public account', () => setPrivate(alice, false), 2],
      [
        'not frozen',
        () => alice.patch(`/posts/${postId}`, { caption: 'one', audience: 'friends', audienceFrozen: false }),
        1,
      ],
      ['public', () => alice.patch(`/posts/${postId}`, { caption: 'one', audience: 'public' }), 0],
    ];
    for (const [name, step, restricted] of steps) {
      await step();
      expect(await restrictedWords(postId), name).toBe(restricted);
      expect(await wronglyMarked(), name).toEqual([]);
    }
    await bob.mutate('reports.create', { kind: 'post', id: postId, reason: 'spam' });
    const [{ caseId }] = (await carol.query('moderation.cases')).body.result.data.items;
    await carol.mutate('moderation.decide', { caseId, outcome: 'hidden', note: '' });
    expect([await restrictedWords(postId), await wronglyMarked()]).toEqual([1, []]);
    await carol.mutate('moderation.undo', { caseId, note: '' });
    expect([await restrictedWords(postId), await wronglyMarked()]).toEqual([0, []]);
  });

  it('also if the account becomes private while the post is written, edited or widened', async () => {
    const [writer] = await signUpAnew(server, 'writer');
    const narrow = await publish(writer, 'narrow', { audience: 'friends' });
    for (let round = 0; round < 8; round += 1) {
      const edited = await publish(writer, `old ${round}`);
      const replies = await Promise.all([
        setPrivate(writer, round % 2 === 0),
        writer.post('/posts', { userId: writer.userId, caption: `new ${round}` }),
        writer.patch(`/posts/${edited}`, { caption: `changed ${round} twice` }),
        writer.patch(`/posts/${narrow}`, { caption: 'narrow', audience: round % 2 === 0 ? 'public' : 'friends' }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 201, 200, 200]);
      expect(await wronglyMarked()).toEqual([]);
    }
  });
});

describe('a search', () => {
  it('finds restricted posts through their authors, among the public ones and in their order', async () => {
    const [author, follower, friend, close, stranger] = await signUpAnew(
      server,
      'author',
      'follower',
      'friend',
      'close',
      'stranger',
    );
    for (const each of [follower, friend]) await follow(each, author);
    await follow(author, friend);
    await author.post('/close-friends', { userId: close.userId });
    const posts: number[] = [];
    for (const audience of ['public', 'friends', 'close', 'private', 'friends', 'public'])
      posts.push(await publish(author, `an okapi and a gnu #zoo-${audience} #zoo`, { audience }));
    const [first, forFriends, forClose, forNobody, forFriends2, last] = posts;
    const seen: [Person, (number | undefined)[]][] = [
      [stranger, [last, first]],
      [follower, [last, first]],
      [friend, [last, forFriends2, forFriends, first]],
      [close, [last, forClose, first]],
      [author, [last, forFriends2, forNobody, forClose, forFriends, first]],
    ];
    for (const [who, expected] of seen) {
      for (const query of ['okapi', 'oka', 'gnu okapi', 'okapi gn', '#zoo okap'])
        expect(await ids(who, query), query).toEqual(expected);
      expect(await ids(who, 'okapi walrus')).toEqual([]);
      const pages: number[] = [];
      for (let more = ''; ; ) {
        const { body } = await who.get(`/search?kind=posts&query=gnu%20okap&limit=1${more}`);
        pages.push(...body.data.map(({ postId }: { postId: number }) => postId));
        if (!body.nextCursor) break;
        more = `&cursor=${body.nextCursor}`;
      }
      expect(pages).toEqual(expected);
      expect(await found(who, 'zoo', 'tags')).toContainEqual({ tag: 'zoo', postsCount: expected.length });
    }
    await setPrivate(author, true);
    expect(await ids(stranger, 'okapi')).toEqual([]);
    expect(await ids(follower, 'okapi')).toEqual([last, first]);
    expect(await found(stranger, 'zoo', 'tags')).toEqual([]);
  });

  it('does not depend on how many words of hidden posts begin as the query does', async () => {
    const [reader, writer] = await signUpAnew(server, 'reader', 'writer');
    await follow(reader, writer);
    const shown = await publish(writer, 'yakz #yakz');
    const hidden = await publish(writer, 'secret', { audience: 'private' });
    await sql(
      `insert into post_words (post_id, word, author_id, restricted_to)
       select $1, mark || 'yak' || lpad(n::text, 5, '0'), $2, 'author' from generate_series(1, 3000) n cross join (values (''), ('#')) m (mark)`,
      [hidden, writer.userId],
    );
    expect(await ids(reader, 'yak')).toEqual([shown]);
    expect(await found(reader, 'yak', 'tags')).toEqual([{ tag: 'yakz', postsCount: 1 }]);
    expect(await ids(writer, 'yak')).toEqual([hidden, shown]);
  });
});
