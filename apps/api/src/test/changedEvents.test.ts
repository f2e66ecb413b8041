import { eventQueries, pendingJobQueries } from '@kith/db';
import { type Job, notifyGuests, relayPendingJobs } from '@kith/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../testing/actions.ts';
import { change, invite, startsAt, told } from '../testing/events.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';

/** These tests are about events that change, or are answered, while their notifications and reminders are on their way. */
const { server, sql } = await serverForFile();
const { domain } = server.deps;
const hour = 3_600_000;
const later = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

let alice: Person;
let bob: Person;
let queued: Job[] = [];
domain.queue.add = async (jobs) => void queued.push(...(jobs as Job[]));

beforeEach(async () => {
  [alice, bob] = await signUpAnew(server, 'alice', 'bob');
  await sql(`delete from pending_jobs where name = 'events.notify'`);
  queued = [];
});

const notifications = async (who: Person) => (await who.get('/notifications')).body.data;
const recorded = (kind: string) =>
  sql(
    `select payload, due_at from pending_jobs where name = 'events.notify' and payload->>'kind' = $1 order by due_at`,
    [kind],
  );
async function runQueued(): Promise<void> {
  for (const job of queued.splice(0)) if (job.name === 'events.notify') await notifyGuests(domain, job.payload);
}
/** Runs the jobs of changes, also those that wait until an hour has passed. */
async function runNotices(): Promise<void> {
  await sql(`update pending_jobs set due_at = now() where name = 'events.notify' and payload->>'kind' like 'event%ed'`);
  await relayPendingJobs(domain);
  await runQueued();
}
const remind = (postId: number, at = startsAt) =>
  notifyGuests(
    { ...domain, clock: { now: () => new Date(Date.parse(at) - 24 * hour) } },
    { postId, kind: 'eventTomorrow', at },
  );

async function answered(): Promise<number> {
  const postId = await invite(alice);
  await answer(bob, postId, 'yes');
  return postId;
}

describe('an event that changes once more', () => {
  it('after its guests were told, and before the next notice, is told of then', async () => {
    const postId = await answered();
    for (const place of ['The lake', 'The boat']) await change(alice, postId, { place });
    // The first notice was slow, and tells of the second change already.
    await runQueued();
    await bob.post('/notifications/read');
    await change(alice, postId, { place: 'The island' });
    await runNotices();
    expect(await notifications(bob)).toMatchObject([{ kind: 'eventMoved', read: false }]);
    await bob.post('/notifications/read');
    await notifyGuests(domain, { postId, kind: 'eventMoved', at: startsAt });
    expect(await notifications(bob)).toMatchObject([{ kind: 'eventMoved', read: true }]);
  });

  it('takes back a reminder of its former time, and is reminded of anew', async () => {
    const postId = await answered();
    await change(alice, postId, { place: 'The lake' });
    await runNotices();
    await change(alice, postId, { place: 'The boat' });
    await remind(postId);
    expect(await told(bob)).toEqual(['eventTomorrow', 'eventMoved']);
    const inAWeek = later(168);
    await change(alice, postId, { startsAt: inAWeek });
    await runNotices();
    expect(await told(bob)).toEqual(['eventMoved']);
    await remind(postId, inAWeek);
    expect(await told(bob)).toEqual(['eventTomorrow', 'eventMoved']);
  });

  it('has the reminder of its last time, although its guests are told of that later', async () => {
    const postId = await answered();
    const [once, twice] = [later(72), later(96)];
    await change(alice, postId, { startsAt: once });
    await runQueued();
    await remind(postId, once);
    await bob.post('/notifications/read');
    await change(alice, postId, { startsAt: twice });
    await remind(postId, twice);
    const reminder = { kind: 'eventTomorrow', read: false, event: { startsAt: twice } };
    expect(await notifications(bob)).toMatchObject([reminder, { kind: 'eventMoved', read: true }]);
    await runNotices();
    expect(await notifications(bob)).toMatchObject([{ kind: 'eventMoved', read: false }, reminder]);
  });

  it('is not reminded of its former time by a reminder that is on its way', async () => {
    const postId = await answered();
    const pending = `insert into pending_notifications (recipient_id, kind, actor_id, post_id, created_at)
       values ($1, 'eventTomorrow', $2, $3, now() - interval '1 second')`;
    await sql(pending, [bob.userId, alice.userId, postId]);
    await change(alice, postId, { startsAt: later(168) });
    await domain.db.run(eventQueries.notify, [postId, 'eventTomorrow', [bob.userId], null]);
    await runNotices();
    expect(await told(bob)).toEqual(['eventMoved']);
  });

  it('to and fro runs each of its reminders once', async () => {
    const postId = await invite(alice);
    const other = later(72);
    for (let i = 0; i < 4; i += 1) await change(alice, postId, { startsAt: i % 2 ? startsAt : other });
    await sql(`update pending_jobs set due_at = now() where name = 'events.notify'`);
    await relayPendingJobs(domain);
    const ids = queued.flatMap((job) =>
      job.name === 'events.notify' && job.payload.kind !== 'eventMoved' ? [job.id] : [],
    );
    expect([ids.length, new Set(ids).size]).toEqual([10, 4]);
  });

  it('is told of once, and reminded of once, by several workers at the same time', async () => {
    const postId = await answered();
    await change(alice, postId, { place: 'The lake' });
    const [moved] = queued.splice(0);
    if (moved?.name !== 'events.notify') throw new Error('the notice is missing');
    await Promise.all([1, 2, 3, 4].map(() => notifyGuests(domain, moved.payload)));
    await Promise.all([1, 2, 3, 4].map(() => remind(postId)));
    const events = await sql('select kind from notification_events where post_id = $1 order by kind', [postId]);
    expect(events.map(({ kind }) => kind)).toEqual(['eventMoved', 'eventTomorrow']);
    expect(await sql('select from pending_notifications')).toEqual([]);
  });

  it('from whole days to a time of day has the reminders of that', async () => {
    const midnight = `${later(72).slice(0, 10)}T00:00:00.000Z`;
    const days = { timeZone: 'UTC', startsAt: midnight, endsAt: `${later(96).slice(0, 10)}T00:00:00.000Z` };
    const postId = await invite(alice, days);
    expect(await recorded('eventSoon')).toEqual([]);
    await change(alice, postId, { ...days, endsAt: null });
    expect(await recorded('eventSoon')).toMatchObject([{ payload: { postId, at: midnight } }]);
  });

  it('is told of after a backup from before the notice is restored', async () => {
    const postId = await answered();
    for (const place of ['The lake', 'The boat']) await change(alice, postId, { place });
    const [{ notified_at: due }] = await sql('select notified_at from events where post_id = $1', [postId]);
    await sql(`delete from pending_jobs where name = 'events.notify'`);
    await domain.db.run(pendingJobQueries.recordMissed, [new Date()]);
    const missed = (await recorded('eventMoved')).filter(({ payload }) => payload.postId === postId);
    expect(missed).toMatchObject([{ due_at: due }]);
  });
});

describe('a reminder of whole days', () => {
  it('comes once, although the event changes that evening, or moves to and fro', async () => {
    const [at, endsAt, after] = [72, 96, 120].map((hours) => `${later(hours).slice(0, 10)}T00:00:00.000Z`);
    const day = { timeZone: 'UTC', startsAt: at, endsAt };
    const postId = await invite(alice, day);
    await answer(bob, postId, 'yes');
    const remindAt = (hour: number) => {
      const clock = { now: () => new Date(Date.parse(`${later(48).slice(0, 10)}T${hour}:00:00.000Z`)) };
      return notifyGuests({ ...domain, clock }, { postId, kind: 'eventTomorrow', at: at ?? '' });
    };
    await remindAt(18);
    expect(await told(bob)).toEqual(['eventTomorrow']);
    await change(alice, postId, { ...day, place: 'The boat' });
    await runNotices();
    await remindAt(19);
    expect(await told(bob)).toEqual(['eventMoved']);
    await change(alice, postId, { ...day, startsAt: endsAt, endsAt: after });
    await change(alice, postId, day);
    await runNotices();
    await remindAt(20);
    expect(await told(bob)).toEqual(['eventMoved']);
  });

  it('comes to who answers when the day of the event has begun elsewhere', async () => {
    const [day, next] = [later(96), later(120)].map((at) => at.slice(0, 10));
    const at = `${day}T00:00:00.000Z`;
    const postId = await invite(alice, { timeZone: 'UTC', startsAt: at, endsAt: `${next}T00:00:00.000Z` });
    await bob.patch(`/users/${bob.userId}`, { timeZone: 'America/Los_Angeles' });
    const eve = Date.parse(at) - 6 * hour;
    let runs = 0;
    for (let answers = false; runs < 40; runs += 1) {
      const [job] = await recorded('eventTomorrow');
      if (!job) break;
      await sql(`delete from pending_jobs where name = 'events.notify'`);
      const clock = { now: () => new Date(job.due_at) };
      await notifyGuests({ ...domain, clock }, job.payload);
      if (!answers && clock.now().getTime() >= eve) {
        answers = true;
        expect((await answer(bob, postId, 'yes')).status).toBe(200);
      }
    }
    expect([await told(bob), runs]).toEqual([['eventTomorrow'], expect.toSatisfy((each: number) => each <= 28)]);
  });
});
