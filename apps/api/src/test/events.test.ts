import { randomUUID } from 'node:crypto';
import type { EventGuest, PostView } from '@kith/contracts';
import { eraseUser, recountCounters } from '@kith/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, follow, openChat, publish, say, statusOf } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';

const { server, sql } = await serverForFile();
const { domain } = server.deps;
let alice: Person;
let bob: Person;
let carol: Person;

beforeEach(async () => {
  [alice, bob, carol] = await signUpAnew(server, 'alice', 'bob', 'carol');
});

const hours = (ahead: number) => new Date(Date.now() + ahead * 3_600_000).toISOString();
const event = (ahead: number, more: object = {}) => ({ startsAt: hours(ahead), timeZone: 'Europe/Warsaw', ...more });
const invite = (more: object = {}, who = alice) => publish(who, 'At the lake', { event: event(48, more) });
const eventOf = async (postId: number, who = alice) => (await who.get(`/posts/${postId}`)).body.data.event;
const guests = async (postId: number, who = alice, more = '') =>
  (await who.get(`/posts/${postId}/answers?${more}`)).body.data.map((each: EventGuest) => [each.userName, each.answer]);
const begin = (postId: number, startsAt: string) =>
  sql('update events set starts_at = $2, ends_at = null where post_id = $1', [postId, startsAt]);

describe('an event', () => {
  it('is a post with a date and a place, wherever the post is', async () => {
    const [startsAt, endsAt] = [hours(48), hours(52)];
    const postId = await invite({ startsAt, endsAt, place: ' The pier ' });
    const shown = {
      ...{ startsAt, endsAt, timeZone: 'Europe/Warsaw', place: 'The pier', cancelledAt: null },
      ...{ answers: { yes: 0, maybe: 0, no: 0 }, mine: null },
    };
    expect(await eventOf(postId)).toEqual(shown);
    await follow(bob, alice);
    for (const list of ['/posts', '/feed', `/users/${alice.userId}/posts`, '/events']) {
      const found = (await bob.get(list)).body.data.find((post: PostView) => post.postId === postId);
      expect([list, found.event]).toEqual([list, shown]);
    }
    expect(await eventOf(await publish(alice))).toBeNull();
  });

  it.each([
    ['yesterday', { startsAt: hours(-24) }, 'invalid-event'],
    ['in six years', { startsAt: hours(6 * 366 * 24) }, 'invalid-event'],
    ['of a hundred years', { endsAt: hours(100 * 366 * 24) }, 'invalid-event'],
    ['that ends before it begins', { endsAt: hours(47) }, 'invalid-event'],
    [
      'that ends when it begins',
      { startsAt: '2027-01-01T10:00:00Z', endsAt: '2027-01-01T10:00:00.000Z' },
      'invalid-event',
    ],
    ['at no time', { startsAt: 'soon' }, 'invalid-input'],
    ['in no zone', { timeZone: 'Mars/Olympus' }, 'invalid-input'],
    ['in an offset', { timeZone: '+01:00' }, 'invalid-input'],
    ['in a zone of a hundred letters', { timeZone: `Europe/${'x'.repeat(100)}` }, 'invalid-input'],
    ['at a place without an end', { place: 'x'.repeat(101) }, 'location-too-long'],
  ])('%s is refused', async (_, more, code) => {
    const made = await alice.post('/posts', { userId: alice.userId, caption: 'x', event: event(48, more) });
    expect(statusOf(made)).toEqual([400, code]);
  });

  it('whose first answer was lost is found by a repeated call after it began', async () => {
    const post = { userId: alice.userId, caption: 'At the lake', clientId: randomUUID() };
    const made = await alice.post('/posts', { ...post, event: event(48) });
    const again = await alice.post('/posts', { ...post, event: event(-24) });
    expect([again.status, again.body.data.postId]).toEqual([made.status, made.body.data.postId]);
  });

  it('takes a zone that PostgreSQL may not know, because no statement asks it', async () => {
    const made = await invite({ timeZone: 'America/Argentina/ComodRivadavia' });
    expect((await eventOf(made)).timeZone).toBe('America/Argentina/ComodRivadavia');
  });
});

describe('an answer', () => {
  it('is counted once, changed, withdrawn, and shown to the caller alone as theirs', async () => {
    const postId = await invite();
    const { status, body } = await answer(bob, postId, 'yes');
    expect([status, body.data]).toMatchObject([200, { postId, event: { answers: { yes: 1 }, mine: 'yes' } }]);
    await Promise.all([1, 2, 3].map(() => answer(bob, postId, 'yes')));
    await answer(carol, postId, 'no');
    expect(await eventOf(postId)).toMatchObject({ answers: { yes: 1, maybe: 0, no: 1 }, mine: null });
    await answer(bob, postId, 'maybe');
    expect(await eventOf(postId, bob)).toMatchObject({ answers: { yes: 0, maybe: 1, no: 1 }, mine: 'maybe' });
    for (const _ of [1, 2]) expect((await answer(bob, postId, null)).body.data.event.mine).toBeNull();
    expect((await eventOf(postId)).answers).toEqual({ yes: 0, maybe: 0, no: 1 });
    expect(statusOf(await answer(bob, postId, 'perhaps'))).toEqual([400, 'invalid-input']);
    expect(statusOf(await answer(bob, postId, undefined))).toEqual([400, 'invalid-input']);
  });

  it('of many at once leaves the counters equal to the rows', async () => {
    const postId = await invite();
    const many = await signUpAnew(server, ...Array.from({ length: 6 }, () => 'guest'));
    const wishes = ['yes', 'no', 'maybe', null, 'yes', 'no'];
    const all = many.flatMap((who, i) => wishes.map((_, j) => answer(who, postId, wishes[(i + j) % wishes.length])));
    for (const { status } of await Promise.all(all)) expect(status).toBe(200);
    const [counted] = await sql(
      `select count(*) filter (where answer = 'yes')::int as yes, count(*) filter (where answer = 'maybe')::int as maybe,
         count(*) filter (where answer = 'no')::int as no from event_answers where post_id = $1`,
      [postId],
    );
    expect((await eventOf(postId)).answers).toEqual(counted);
    expect(await recountCounters(domain)).toEqual({ corrected: 0 });
    await sql('update events set yes_count = 90 where post_id = $1', [postId]);
    expect(await recountCounters(domain)).toEqual({ corrected: 1 });
    expect((await eventOf(postId)).answers).toEqual(counted);
  });

  it('waits for an edit of the event without holding what the edit needs', async () => {
    const postId = await invite();
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    const { db } = domain;
    const answered = await db.transaction(async (tx) => {
      await tx.em().execute(`select from posts where id = ${postId} for update`);
      const pending = answer(bob, postId, 'yes');
      await expect.poll(async () => (await sql(waiting)).length).toBe(1);
      await tx.em().execute(`select from events where post_id = ${postId} for update nowait`);
      return { pending };
    });
    expect((await answered.pending).status).toBe(200);
  });

  it('is refused for what is no event, is not seen, is over or called off; then it can still be withdrawn', async () => {
    expect(statusOf(await answer(bob, await publish(alice), 'yes'))).toEqual([409, 'not-an-event']);
    expect(statusOf(await answer(bob, 999_999, 'yes'))).toEqual([404, 'not-found']);
    const hidden = await publish(alice, 'x', { event: event(48), audience: 'private' });
    expect(statusOf(await answer(bob, hidden, 'yes'))).toEqual([404, 'not-found']);
    const postId = await invite();
    await answer(bob, postId, 'yes');
    await begin(postId, hours(-2));
    expect((await answer(bob, postId, 'maybe')).status).toBe(200);
    await begin(postId, hours(-4));
    expect(statusOf(await answer(bob, postId, 'yes'))).toEqual([409, 'event-over']);
    expect((await answer(bob, postId, null)).body.data.event).toMatchObject({ answers: { maybe: 0 }, mine: null });
    const off = await invite();
    await answer(bob, off, 'yes');
    await alice.patch(`/posts/${off}`, { caption: 'x', event: event(48, { cancelled: true }) });
    expect(statusOf(await answer(carol, off, 'yes'))).toEqual([409, 'event-cancelled']);
    expect((await answer(bob, off, null)).body.data.event.answers.yes).toBe(0);
    const again = await invite();
    await alice.post('/blocks', { userId: bob.userId });
    expect(statusOf(await answer(bob, again, 'yes'))).toEqual([404, 'not-found']);
  });

  it('tells who comes, by answer and in pages, without those whom the caller may not see', async () => {
    const postId = await invite();
    for (const [who, given] of [
      [bob, 'yes'],
      [carol, 'no'],
      [alice, 'yes'],
    ] as const)
      await answer(who, postId, given);
    const [a, b, c] = [alice, bob, carol].map(({ userName }) => userName);
    expect(await guests(postId)).toEqual([
      [a, 'yes'],
      [c, 'no'],
      [b, 'yes'],
    ]);
    expect(await guests(postId, bob, 'answer=yes')).toEqual([
      [a, 'yes'],
      [b, 'yes'],
    ]);
    const first = (await bob.get(`/posts/${postId}/answers?limit=2`)).body;
    const second = (await bob.get(`/posts/${postId}/answers?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...second.data].map((each: EventGuest) => each.userName)).toEqual([a, c, b]);
    await bob.post('/blocks', { userId: carol.userId });
    expect(await guests(postId, bob)).toEqual([
      [a, 'yes'],
      [b, 'yes'],
    ]);
    await carol.patch(`/users/${carol.userId}`, { visibility: 'private' });
    const [stranger] = await signUpAnew(server, 'stranger');
    expect(await guests(postId, stranger)).toEqual([
      [a, 'yes'],
      [b, 'yes'],
    ]);
    expect(await guests(postId)).toHaveLength(3);
    await alice.patch(`/posts/${postId}`, { caption: 'x', audience: 'private' });
    expect(await guests(postId, bob)).toEqual([]);
  });

  it('of an erased member is taken away, and the counter with it', async () => {
    const postId = await invite();
    await answer(bob, postId, 'yes');
    await answer(carol, postId, 'yes');
    await sql('update users set deleted_at = now() where id = $1', [carol.userId]);
    await eraseUser(domain, { userId: carol.userId });
    expect((await eventOf(postId)).answers).toEqual({ yes: 1, maybe: 0, no: 0 });
    expect(await recountCounters(domain)).toEqual({ corrected: 0 });
  });

  it('reaches those who have the post on screen', async () => {
    const postId = await invite();
    const received = await new EventRecorder(server).listen([carol], { postIds: [postId], ranking: false });
    await answer(bob, postId, 'yes');
    await received.untilReceived(carol, 1, (item) => item.name === 'post.changed' && item.postId === postId);
    received.close();
  });
});

describe('the list of events', () => {
  it('has what runs and is to come, soonest first, in pages, with what is called off and without what is over', async () => {
    await sql('delete from events');
    const [later, sooner, running, over, off] = [
      await invite(),
      await invite(),
      await invite(),
      await invite(),
      await invite(),
    ];
    await begin(sooner, hours(24));
    await sql(
      `update events set starts_at = now() - interval '5 days', ends_at = now() + interval '1 hour' where post_id = $1`,
      [running],
    );
    await begin(over, hours(-5));
    await alice.patch(`/posts/${off}`, { caption: 'x', event: event(72, { cancelled: true }) });
    await publish(bob, 'x', { event: event(1), audience: 'private' });
    const pages: number[][] = [];
    for (let cursor = ''; pages.length < 9; ) {
      const { body } = await carol.get(`/events?limit=2${cursor}`);
      pages.push(body.data.map((post: PostView) => post.postId));
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(pages).toEqual([
      [running, sooner],
      [later, off],
    ]);
    await carol.post('/mutes', { userId: alice.userId });
    expect((await carol.get('/events')).body.data).toEqual([]);
  });
});

describe('a chat', () => {
  it('shows the event of a post that is sent into it, without anybody’s answer', async () => {
    const postId = await invite({ place: 'The pier' });
    const chatId = await openChat(alice, [bob]);
    await answer(alice, postId, 'yes');
    const { post } = (await say(alice, chatId, 'Coming?', { postId })).body.data;
    const { mine: _, ...shown } = await eventOf(postId);
    expect(post).toMatchObject({ postId, event: shown });
    expect(post.event).not.toHaveProperty('mine');
    expect((await bob.get(`/chats/${chatId}/messages`)).body.data[0].post.event).toEqual(shown);
  });
});
