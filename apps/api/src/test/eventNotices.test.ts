import { type Job, notifyGuests, relayPendingJobs } from '@kith/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, publish, statusOf } from '../testing/actions.ts';
import { change, event, invite, startsAt, told } from '../testing/events.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';

/** These tests are about what guests of an event are told: reminders, and that it is moved or called off. */
const { server, sql } = await serverForFile();
const { domain } = server.deps;
const hour = 3_600_000;

let alice: Person;
let bob: Person;
let carol: Person;
let queued: Job[] = [];
domain.queue.add = async (jobs) => void queued.push(...(jobs as Job[]));

beforeEach(async () => {
  [alice, bob, carol] = await signUpAnew(server, 'alice', 'bob', 'carol');
  queued = [];
});

/** Lets an hour pass since the guests were told of a change. */
const anHourLater = (postId: number) =>
  sql(`update events set notified_at = notified_at - interval '1 hour' where post_id = $1`, [postId]);
const recorded = (postId: number) =>
  sql(
    `select payload->>'kind' as kind, payload->>'at' as at, due_at from pending_jobs
     where name = 'events.notify' and (payload->>'postId')::int = $1 order by due_at`,
    [postId],
  );

/** Runs the jobs that the changes so far have queued. */
async function runQueued(): Promise<string[]> {
  await relayPendingJobs(domain);
  const kinds = [];
  for (const { name, payload } of queued.splice(0)) {
    if (name !== 'events.notify') continue;
    kinds.push(payload.kind);
    await notifyGuests(domain, payload);
  }
  return kinds;
}

/** Runs a reminder as if it were this many milliseconds before an event. */
const remind = (postId: number, kind: 'eventTomorrow' | 'eventSoon', before: number, at = startsAt) =>
  notifyGuests({ ...domain, clock: { now: () => new Date(Date.parse(at) - before) } }, { postId, kind, at });

describe('a reminder', () => {
  it('is recorded for a day and an hour before, and not for a time that is past', async () => {
    const due = (rows: { kind: string; due_at: string }[]) =>
      rows.map(({ kind, due_at }) => [kind, (Date.parse(startsAt) - new Date(due_at).getTime()) / hour]);
    expect(due(await recorded(await invite(alice)))).toEqual([
      ['eventTomorrow', 24],
      ['eventSoon', 1],
    ]);
    const soon = await invite(alice, { startsAt: new Date(Date.now() + 2 * hour).toISOString() });
    expect((await recorded(soon)).map(({ kind }) => kind)).toEqual(['eventSoon']);
    const wholeDay = { timeZone: 'UTC', startsAt: '2027-01-31T00:00:00.000Z', endsAt: '2027-02-01T00:00:00.000Z' };
    const rows = await recorded(await invite(alice, wholeDay));
    expect(rows.map(({ kind, due_at }) => [kind, new Date(due_at).toISOString()])).toEqual([
      ['eventTomorrow', '2027-01-30T04:00:00.000Z'],
    ]);
  });

  it('of whole days comes at six in the evening before, on the clock of each guest', async () => {
    const day = { timeZone: 'Europe/Warsaw', startsAt: '2027-01-30T23:00:00.000Z', endsAt: '2027-01-31T23:00:00.000Z' };
    const postId = await invite(alice, day);
    await bob.patch(`/users/${bob.userId}`, { timeZone: 'America/New_York' });
    await carol.patch(`/users/${carol.userId}`, { timeZone: 'Asia/Tokyo' });
    const dave = await signUpAnew(server, 'dave').then(([each]) => each as Person);
    for (const who of [bob, carol, dave]) await answer(who, postId, 'yes');
    const found = [];
    for (const at of ['30T04', '30T08', '30T09', '30T17', '30T23', '31T06']) {
      await sql(`delete from pending_jobs where name = 'events.notify'`);
      const clock = { now: () => new Date(`2027-01-${at}:00:00.000Z`) };
      await notifyGuests({ ...domain, clock }, { postId, kind: 'eventTomorrow', at: day.startsAt });
      const next = (await recorded(postId)).map(({ due_at }) => new Date(due_at).toISOString().slice(8, 13));
      found.push([next, ...(await Promise.all([carol, dave, bob].map(told)))]);
    }
    const given = ['eventTomorrow'];
    expect(found).toEqual([
      [['30T05'], [], [], []],
      [['30T09'], [], [], []],
      [['30T10'], given, [], []],
      [['30T18'], given, given, []],
      [['31T00'], given, given, given],
      [[], given, given, given],
    ]);
  });

  it('comes once to those who come or may come, also to who answered late, and by the author', async () => {
    const postId = await invite(alice);
    await answer(bob, postId, 'maybe');
    await answer(carol, postId, 'no');
    for (const _ of [1, 2]) await remind(postId, 'eventTomorrow', 24 * hour);
    expect([await told(bob), await told(carol)]).toEqual([['eventTomorrow'], []]);
    await answer(carol, postId, 'yes');
    for (const _ of [1, 2]) await remind(postId, 'eventSoon', hour);
    expect([await told(bob), await told(carol)]).toEqual([['eventSoon', 'eventTomorrow'], ['eventSoon']]);
    const [{ actors, post, event }] = (await carol.get('/notifications')).body.data;
    expect([actors[0].userId, post.postId]).toEqual([alice.userId, postId]);
    expect(event).toEqual({ startsAt, endsAt: null, timeZone: 'Europe/Warsaw' });
  });

  it('does not come too late, for another time, of what is called off, or to who may not see the post or wants none', async () => {
    const postId = await invite(alice);
    await answer(bob, postId, 'yes');
    await remind(postId, 'eventTomorrow', 2 * hour);
    await remind(postId, 'eventSoon', -hour);
    await remind(postId, 'eventSoon', hour, new Date(Date.parse(startsAt) + hour).toISOString());
    expect(await told(bob)).toEqual([]);
    await remind(postId, 'eventSoon', 5 * hour);
    expect((await recorded(postId)).filter(({ kind }) => kind === 'eventSoon')).toHaveLength(2);
    await bob.mutate('notifications.changeSettings', { events: false });
    await remind(postId, 'eventSoon', hour);
    await bob.mutate('notifications.changeSettings', { events: true });
    await bob.post('/blocks', { userId: alice.userId });
    await remind(postId, 'eventSoon', hour);
    await bob.delete('/blocks', { userId: alice.userId });
    expect(await told(bob)).toEqual([]);
    await change(alice, postId, { cancelled: true });
    await remind(postId, 'eventSoon', hour);
    expect(await told(bob)).toEqual([]);
  });
});

describe('a change of an event', () => {
  it('tells everybody who has answered, each time anew, and takes back what is no longer true', async () => {
    const postId = await invite(alice);
    await answer(bob, postId, 'yes');
    await answer(carol, postId, 'no');
    await remind(postId, 'eventTomorrow', 24 * hour);
    const later = new Date(Date.parse(startsAt) + 24 * hour).toISOString();
    await change(alice, postId, { startsAt: later });
    expect(await runQueued()).toEqual(['eventMoved']);
    expect([await told(bob), await told(carol), await told(alice)]).toEqual([['eventMoved'], ['eventMoved'], []]);
    expect((await recorded(postId)).filter(({ at }) => at === later).map(({ kind }) => kind)).toEqual([
      ...['eventTomorrow', 'eventSoon'],
    ]);
    await bob.post('/notifications/read');
    await sql(`update notification_events set created_at = created_at - interval '1 day' where post_id = $1`, [postId]);
    await sql(`update notifications set day = day - 1 where post_id = $1`, [postId]);
    await anHourLater(postId);
    await change(alice, postId, { startsAt: later, place: 'The boat' });
    await relayPendingJobs(domain);
    for (const job of [...queued, ...queued]) if (job.name === 'events.notify') await notifyGuests(domain, job.payload);
    const [latest, ...others] = (await bob.get('/notifications')).body.data;
    expect([latest, others]).toMatchObject([{ kind: 'eventMoved', read: false }, []]);
    queued = [];
    await anHourLater(postId);
    await change(alice, postId, { startsAt: later, place: 'The boat', cancelled: true });
    expect(await runQueued()).toEqual(['eventCancelled']);
    expect(await told(bob)).toEqual(['eventCancelled']);
    await anHourLater(postId);
    await change(alice, postId, { startsAt: later, place: 'The boat', cancelled: false });
    expect(await runQueued()).toEqual(['eventMoved']);
    expect(await told(bob)).toEqual(['eventMoved']);
  });

  it('is told at most once an hour, however often the event moves, and then what holds by then', async () => {
    const postId = await invite(alice);
    await answer(bob, postId, 'yes');
    for (let i = 0; i < 20; i += 1) await change(alice, postId, { place: `Pier ${i}` });
    expect(await runQueued()).toEqual(['eventMoved']);
    expect(await told(bob)).toEqual(['eventMoved']);
    const notices = async () =>
      (await recorded(postId)).filter(({ kind }) => kind === 'eventMoved' || kind === 'eventCancelled');
    const [waiting, ...others] = await notices();
    expect(others).toEqual([]);
    const minutes = (due: string) => Math.round((new Date(due).getTime() - Date.now()) / 60_000);
    expect(minutes(waiting?.due_at)).toBeOneOf([59, 60]);
    await bob.post('/notifications/read');
    await change(alice, postId, { place: 'Pier 19', cancelled: true });
    await change(alice, postId, { place: 'Pier 20', cancelled: true });
    const [urgent, later] = await notices();
    expect([urgent.kind, minutes(urgent.due_at) <= 10, later.kind]).toEqual(['eventCancelled', true, 'eventMoved']);
    await sql(
      `update pending_jobs set due_at = now() where name = 'events.notify' and payload->>'kind' = 'eventCancelled'`,
    );
    expect(await runQueued()).toEqual(['eventCancelled']);
    await sql(
      `update pending_jobs set due_at = now() where name = 'events.notify' and payload->>'kind' = 'eventMoved'`,
    );
    expect(await runQueued()).toEqual(['eventMoved']);
    const found = (await bob.get('/notifications')).body.data;
    expect(found).toMatchObject([{ kind: 'eventCancelled', read: false }]);
  });

  it('tells nobody of another text, of the same time and place, or of an event that is over', async () => {
    const postId = await invite(alice);
    await answer(bob, postId, 'yes');
    await alice.patch(`/posts/${postId}`, { caption: 'Another text' });
    await change(alice, postId);
    await change(alice, postId, { startsAt: startsAt.replace('.000Z', 'Z') });
    expect(await runQueued()).toEqual([]);
    await sql(`update events set starts_at = now() - interval '1 day' where post_id = $1`, [postId]);
    const past = (await alice.get(`/posts/${postId}`)).body.data.event.startsAt;
    const changed = await change(alice, postId, { startsAt: past, place: 'Where it was' });
    expect([changed.status, changed.body.data.event]).toMatchObject([200, { startsAt: past, place: 'Where it was' }]);
    expect(await runQueued()).toEqual([]);
  });

  it('is refused for an ordinary post, another member’s, and a new time that is past', async () => {
    const postId = await invite(alice);
    const ordinary = await publish(alice);
    expect(statusOf(await change(alice, ordinary))).toEqual([409, 'not-an-event']);
    expect(statusOf(await bob.patch(`/posts/${postId}`, { caption: 'x', event: event() }))).toEqual([403, 'forbidden']);
    expect(statusOf(await change(alice, postId, { startsAt: '2025-01-01T10:00:00Z' }))).toEqual([400, 'invalid-event']);
    expect((await alice.get(`/posts/${postId}`)).body.data).toMatchObject({
      ...{ caption: 'At the lake', event: { startsAt, place: 'The pier' } },
    });
  });

  it('is told in batches to more guests than one statement notifies', async () => {
    const postId = await invite(alice);
    await sql(
      `with crowd as (
         insert into users (user_name, email, identity_uid, auth_provider, password_hash)
         select 'guest' || n, 'guest' || n || '@kith.test', 'guest-' || n, 'email', '-' from generate_series(1, 1100) n returning id
       )
       insert into event_answers (post_id, user_id, answer) select $1, id, 'yes' from crowd`,
      [postId],
    );
    await remind(postId, 'eventSoon', hour);
    const [{ count }] = await sql(`select count(*)::int from notification_events where post_id = $1`, [postId]);
    expect(count).toBe(1_100);
  });
});
