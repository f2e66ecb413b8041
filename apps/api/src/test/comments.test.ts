import { randomUUID } from 'node:crypto';
import { probe } from '@kith/db/testing';
import { eraseUser, recountCounters } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { statusOf } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, type Reply, signUpAndIn } from '../testing/testApp.ts';

const { server, alice, bob, carol } = await castForFile();

const postOf = async (who: Person, more: object = {}): Promise<number> =>
  (await who.post('/posts', { userId: who.userId, caption: 'hello', ...more })).body.data.postId;
const say = (who: Person, postId: number, content: string, more: object = {}) =>
  who.post('/comments', { userId: who.userId, postId, content, ...more });
const saidBy = async (...given: Parameters<typeof say>): Promise<number> => (await say(...given)).body.data.commentId;
const words = (reply: Reply): string[] => reply.body.data.map(({ content }: { content: string }) => content);
const list = (who: Person, postId: number, query = '') => who.get(`/comments/post/${postId}${query}`);
const replies = (who: Person, commentId: number, query = '') => who.get(`/comments/${commentId}/replies${query}`);
const entries = async (who: Person): Promise<[string, number, string | null][]> =>
  (await who.query('notifications.list')).body.result.data.items.map(
    (entry: { kind: string; actorsCount: number; excerpt: string }) => [entry.kind, entry.actorsCount, entry.excerpt],
  );

describe('a reply to a comment', () => {
  it('is listed under the first comment, oldest first, and not among the first comments', async () => {
    const postId = await postOf(alice);
    const first = await saidBy(bob, postId, 'first');
    const second = await saidBy(carol, postId, 'second');
    const answer = await say(alice, postId, 'answer', { parentId: first });
    expect([answer.status, answer.body.data]).toMatchObject([
      201,
      { parentId: first, likesCount: 0, likedByMe: false, repliesCount: 0, editedAt: null, commentsCount: 3 },
    ]);
    // A reply to a reply belongs to the same top-level comment.
    const further = await say(bob, postId, 'further', { parentId: answer.body.data.commentId });
    expect(further.body.data.parentId).toBe(first);
    expect(words(await list(alice, postId))).toEqual(['second', 'first']);
    expect(words(await list(alice, postId, '?order=oldest'))).toEqual(['first', 'second']);
    expect(words(await replies(carol, first))).toEqual(['answer', 'further']);
    expect(words(await replies(carol, second))).toEqual([]);
    const [, statusOf] = (await list(alice, postId)).body.data;
    expect(statusOf).toMatchObject({ commentId: first, parentId: null, repliesCount: 2 });
  });

  it('is paged in both orders', async () => {
    const postId = await postOf(alice);
    const first = await saidBy(bob, postId, '0');
    for (const content of ['1', '2', '3']) await say(bob, postId, content);
    for (const content of ['a', 'b', 'c']) await say(bob, postId, content, { parentId: first });
    const walk = async (path: string): Promise<string[]> => {
      const reply = await alice.get(path);
      const { nextCursor } = reply.body;
      const [base] = path.split('&cursor');
      return [...words(reply), ...(nextCursor ? await walk(`${base}&cursor=${encodeURIComponent(nextCursor)}`) : [])];
    };
    expect(await walk(`/comments/post/${postId}?limit=2`)).toEqual(['3', '2', '1', '0']);
    expect(await walk(`/comments/post/${postId}?limit=2&order=oldest`)).toEqual(['0', '1', '2', '3']);
    expect(await walk(`/comments/${first}/replies?limit=2`)).toEqual(['a', 'b', 'c']);
    expect(statusOf(await list(alice, postId, '?order=best'))).toEqual([400, 'invalid-input']);
  });

  it('is refused if its parent is on another post, does not exist, or is by a hidden member', async () => {
    const [postId, other] = [await postOf(alice), await postOf(alice)];
    const elsewhere = await saidBy(bob, other, 'elsewhere');
    const hidden = await saidBy(carol, postId, 'from carol');
    await bob.mutate('users.block', { userId: carol.userId });
    for (const parentId of [elsewhere, hidden, 999_999])
      expect(statusOf(await say(bob, postId, 'lost', { parentId }))).toEqual([404, 'not-found']);
    await bob.mutate('users.unblock', { userId: carol.userId });
    expect(statusOf(await say(bob, postId, 'lost', { parentId: 'x' }))).toEqual([400, 'invalid-id']);
    expect((await alice.get(`/comments/count/${postId}`)).body.data).toBe(1);
  });

  it('counts once when its request is retried', async () => {
    const postId = await postOf(alice);
    const first = await saidBy(bob, postId, 'first');
    const again = { parentId: first, clientId: randomUUID() };
    const sent = await Promise.all([1, 2, 3, 4].map(() => say(carol, postId, 'once', again)));
    expect(new Set(sent.map(({ body }) => body.data.commentId)).size).toBe(1);
    expect((await list(alice, postId)).body.data[0].repliesCount).toBe(1);
    expect((await alice.get(`/comments/count/${postId}`)).body.data).toBe(2);
  });

  it('notifies the commenter, the author of the post and mentioned members, each once', async () => {
    const [ann, ben, eve] = await Promise.all(['ann', 'ben', 'eve'].map((name) => signUpAndIn(server.app, name)));
    const postId = await postOf(ann as Person);
    const first = await saidBy(ben as Person, postId, 'from ben');
    await say(eve as Person, postId, 'to ben', { parentId: first });
    await say(ann as Person, postId, 'and to @eve, @ben and @ann', { parentId: first });
    expect(await entries(ann as Person)).toEqual([['comment', 2, 'to ben']]);
    expect(await entries(ben as Person)).toEqual([['reply', 2, 'and to @eve, @ben and @ann']]);
    expect(await entries(eve as Person)).toEqual([['mention', 1, 'and to @eve, @ben and @ann']]);
  });

  it('does not notify mentioned members who cannot see the post or are blocked', async () => {
    const [ida, jon, kim] = await Promise.all(['ida', 'jon', 'kim'].map((name) => signUpAndIn(server.app, name)));
    const mine = await postOf(ida as Person, { audience: 'private' });
    await say(ida as Person, mine, 'hello @jon');
    await (kim as Person).mutate('users.block', { userId: ida?.userId });
    await say(ida as Person, await postOf(jon as Person), 'hello @kim');
    expect(await entries(kim as Person)).toEqual([]);
    expect((await entries(jon as Person)).map(([kind]) => kind)).toEqual(['comment']);
  });
});

describe('a comment with replies', () => {
  it('keeps its replies when deleted, loses its text and author, and is removed with the last reply', async () => {
    const postId = await postOf(alice);
    const first = await saidBy(bob, postId, 'unfortunate');
    const reply = await saidBy(carol, postId, 'reply', { parentId: first });
    await carol.post(`/comments/${first}/likes`);
    expect((await bob.call('DELETE', `/comments/${first}`)).status).toBe(204);
    expect((await list(carol, postId)).body.data).toMatchObject([
      { commentId: first, content: '', user: null, likesCount: 0, likedByMe: false, repliesCount: 1 },
    ]);
    expect(words(await replies(alice, first))).toEqual(['reply']);
    expect((await alice.get(`/comments/count/${postId}`)).body.data).toBe(1);
    // A deleted comment cannot be changed or liked.
    for (const who of [alice, bob]) {
      expect(statusOf(await who.call('DELETE', `/comments/${first}`))).toEqual([404, 'not-found']);
      expect(statusOf(await who.patch(`/comments/${first}`, { content: 'again' }))).toEqual([404, 'not-found']);
      expect(statusOf(await who.post(`/comments/${first}/likes`))).toEqual([404, 'not-found']);
      expect(statusOf(await say(who, postId, 'again', { parentId: first }))).toEqual([404, 'not-found']);
    }
    expect((await alice.call('DELETE', `/comments/${reply}`)).status).toBe(204);
    expect((await list(carol, postId)).body.data).toEqual([]);
    const { rows } = await probe(server.deps.domain.db, 'select id from comments where post_id = $1', [postId]);
    expect(rows).toEqual([]);
  });

  it("keeps its replies when its author's account is deleted, and no trace of the author", async () => {
    const postId = await postOf(alice);
    const leaving = await signUpAndIn(server.app, 'leaving');
    const first = await saidBy(leaving, postId, 'my last words');
    const answered = await saidBy(bob, postId, 'bob said');
    await say(bob, postId, 'farewell', { parentId: first });
    await say(leaving, postId, 'bye', { parentId: answered });
    await leaving.post(`/comments/${answered}/likes`);
    const { domain } = server.deps;
    expect((await leaving.call('DELETE', `/users/${leaving.userId}`)).status).toBeLessThan(300);
    await eraseUser(domain, { userId: leaving.userId });
    expect((await list(alice, postId)).body.data).toMatchObject([
      { commentId: answered, content: 'bob said', repliesCount: 0, likesCount: 0 },
      { commentId: first, content: '', user: null, repliesCount: 1 },
    ]);
    expect((await alice.get(`/comments/count/${postId}`)).body.data).toBe(2);
    expect(await recountCounters(domain)).toEqual({ corrected: 0 });
  });

  it('is deleted once by two concurrent requests, while somebody replies', async () => {
    for (let round = 0; round < 10; round += 1) {
      const postId = await postOf(alice);
      const first = await saidBy(bob, postId, 'contested');
      const statuses = await Promise.all([
        say(carol, postId, 'in time', { parentId: first }),
        bob.call('DELETE', `/comments/${first}`),
        alice.call('DELETE', `/comments/${first}`),
        carol.post(`/comments/${first}/likes`),
      ]).then((all) => all.map(({ status }) => status));
      expect(statuses.slice(1, 3).filter((status) => status === 204)).toHaveLength(1);
      expect([201, 404]).toContain(statuses[0]);
      expect((await alice.get(`/comments/count/${postId}`)).body.data).toBe(statuses[0] === 201 ? 1 : 0);
    }
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
  });
});

describe('an edited comment', () => {
  it('is marked as edited, and can be edited by its author only', async () => {
    const postId = await postOf(alice);
    const commentId = await saidBy(bob, postId, 'tpyo');
    expect(statusOf(await alice.patch(`/comments/${commentId}`, { content: 'mine now' }))).toEqual([403, 'forbidden']);
    expect((await bob.patch(`/comments/${commentId}`, { content: 'tpyo' })).body.data.editedAt).toBeNull();
    const edited = await bob.patch(`/comments/${commentId}`, { content: 'typo' });
    expect(edited.body.data).toMatchObject({ commentId, content: 'typo', editedAt: expect.any(String) });
    expect(words(await list(alice, postId))).toEqual(['typo']);
    for (const content of ['', '   ', 'x'.repeat(1_001), 7])
      expect((await bob.patch(`/comments/${commentId}`, { content })).status).toBe(400);
    await alice.patch(`/posts/${postId}`, { userId: alice.userId, caption: 'hello', audience: 'private' });
    expect(statusOf(await bob.patch(`/comments/${commentId}`, { content: 'late' }))).toEqual([404, 'not-found']);
  });
});

describe('a like of a comment', () => {
  it('counts and notifies once, and its unread notification disappears when it is taken back', async () => {
    const [lea, max] = await Promise.all(['lea', 'max'].map((name) => signUpAndIn(server.app, name)));
    const postId = await postOf(alice);
    const commentId = await saidBy(lea as Person, postId, 'likable');
    const like = () => (max as Person).post(`/comments/${commentId}/likes`);
    const both = await Promise.all([like(), like(), like()]);
    expect(both.map(({ status, body }) => [status, body.data.likesCount])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ]);
    expect((await list(max as Person, postId)).body.data[0]).toMatchObject({ likesCount: 1, likedByMe: true });
    expect((await list(alice, postId)).body.data[0]).toMatchObject({ likesCount: 1, likedByMe: false });
    expect(await entries(lea as Person)).toEqual([['commentLike', 1, 'likable']]);
    const back = await (max as Person).call('DELETE', `/comments/${commentId}/likes`);
    expect([back.status, back.body.data.likesCount]).toEqual([200, 0]);
    expect((await (max as Person).call('DELETE', `/comments/${commentId}/likes`)).body.data.likesCount).toBe(0);
    expect(await entries(lea as Person)).toEqual([]);
    // Liking one's own comment does not notify.
    expect((await (lea as Person).post(`/comments/${commentId}/likes`)).body.data.likesCount).toBe(1);
    expect(await entries(lea as Person)).toEqual([]);
    expect(statusOf(await (max as Person).post('/comments/999999/likes'))).toEqual([404, 'not-found']);
  });
});
