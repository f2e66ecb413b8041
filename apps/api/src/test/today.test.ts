import { instantOf, wallTime } from '@kith/contracts/eventTimes';
import { readToday } from '@kith/domain';
import { expect, it } from 'vitest';
import { follow, publish, statusOf } from '../testing/actions.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';

const { server, sql } = await serverForFile();

const poll = { poll: { options: ['pizza', 'pasta'], multiple: false } };
const today = async (who: Person, timeZone?: string) =>
  (await who.get(`/today${timeZone ? `?timeZone=${timeZone}` : ''}`)).body.data;
const captionsOf = (posts: { caption: string }[]) => posts.map(({ caption }) => caption);

/** Members who follow each other. */
async function friends(...names: string[]): Promise<Person[]> {
  const people = await signUpAnew(server, ...names);
  for (const one of people) for (const other of people) if (one !== other) await follow(one, other);
  return people;
}

/** Moves a post into the past by some years, and hours. */
const age = (postId: number, years: number, hours = 0) =>
  sql(`update posts set created_at = now() - make_interval(years => $2, hours => $3) where id = $1`, [
    postId,
    years,
    hours,
  ]);

/** Publishes a post that is an event of today, in UTC. */
async function eventToday(who: Person, caption: string, more: object = {}): Promise<number> {
  const startsAt = new Date(Date.now() + 3_600_000).toISOString();
  const postId = await publish(who, caption, { event: { startsAt, timeZone: 'UTC' }, ...more });
  await sql(`update events set starts_at = date_trunc('day', now(), 'UTC') + interval '12 hours' where post_id = $1`, [
    postId,
  ]);
  return postId;
}

it('is empty where there is nothing', async () => {
  const [ann] = await signUpAnew(server, 'ann');
  await sql(`update users set created_at = now() - interval '2 days'`);
  expect(await today(ann)).toEqual({ birthdays: [], events: [], joined: [], polls: [], memories: [] });
});

it('has own posts and those of friends of this day in the years before, own ones first', async () => {
  const [ann, bea, cat] = (await friends('ann', 'bea', 'cat')) as [Person, Person, Person];
  const [stranger] = await signUpAnew(server, 'stranger');
  await follow(ann, stranger);
  await age(await publish(ann, 'mine of two years ago'), 2);
  await age(await publish(ann, 'mine of twenty'), 20);
  await age(await publish(bea, 'bea a year ago'), 1);
  await age(await publish(cat, 'cat for herself', { audience: 'private' }), 1);
  await age(await publish(cat, 'cat two days before'), 1, 48);
  await age(await publish(stranger, 'no friend'), 1);
  await publish(bea, 'of today');
  expect(captionsOf((await today(ann)).memories)).toEqual([
    'mine of two years ago',
    'mine of twenty',
    'bea a year ago',
  ]);
  for (const caption of ['one', 'two', 'three']) await age(await publish(cat, caption), 3);
  expect((await today(ann)).memories).toHaveLength(3);
  await ann.post('/mutes', { userId: bea.userId });
  expect(captionsOf((await today(ann)).memories)).not.toContain('bea a year ago');
});

it('has the memories of 29 February in leap years alone', async () => {
  const [ann] = await signUpAnew(server, 'ann');
  for (const day of ['2024-02-28', '2024-02-29', '2024-03-01', '2025-02-28', '2025-03-01'])
    await sql('update posts set created_at = $2 where id = $1', [await publish(ann, day), `${day}T12:00:00Z`]);
  const on = async (day: string) => {
    const clock = { now: () => new Date(`${day}T09:00:00Z`) };
    const { memories } = await readToday({ ...server.deps.domain, clock }, { userId: ann.userId } as never, {});
    return captionsOf(memories);
  };
  expect(await on('2028-02-29')).toEqual(['2024-02-29']);
  expect(await on('2027-02-28')).toEqual(['2025-02-28', '2024-02-28']);
  expect(await on('2027-03-01')).toEqual(['2025-03-01', '2024-03-01']);
});

it('has the day of the caller’s time zone', async () => {
  const [ann] = await signUpAnew(server, 'ann');
  /** When this day of a year ago began in a zone, in milliseconds. */
  const begin = (timeZone: string): number => {
    const { date } = wallTime(new Date().toISOString(), timeZone);
    return Date.parse(instantOf(`${Number(date.slice(0, 4)) - 1}${date.slice(4)}`, '00:00', timeZone) ?? '');
  };
  const [east, west] = [begin('Pacific/Kiritimati'), begin('Etc/GMT+12')];
  const day = 86_400_000;
  // A moment of the day in the east that is none of the day in the west.
  const at = east >= west && east < west + day ? east + day - 60_000 : east;
  const postId = await publish(ann, 'on Kiritimati');
  await sql('update posts set created_at = $2 where id = $1', [postId, new Date(at)]);
  expect((await today(ann, 'Pacific/Kiritimati')).memories).toHaveLength(1);
  expect((await today(ann, 'Etc/GMT%2B12')).memories).toHaveLength(0);
  expect(statusOf(await ann.get('/today?timeZone=nowhere'))).toEqual([400, 'invalid-input']);
});

it('has today’s events of friends, and those that the caller comes to', async () => {
  const [ann, bea] = (await friends('ann', 'bea')) as [Person, Person];
  const [stranger] = await signUpAnew(server, 'stranger');
  const declined = await eventToday(bea, 'declined');
  await eventToday(bea, 'of bea');
  const accepted = await eventToday(stranger, 'accepted');
  await eventToday(stranger, 'of a stranger');
  const cancelled = await eventToday(bea, 'cancelled');
  const tomorrow = await eventToday(bea, 'tomorrow');
  await sql('update events set cancelled_at = now() where post_id = $1', [cancelled]);
  await sql(`update events set starts_at = starts_at + interval '1 day' where post_id = $1`, [tomorrow]);
  await sql(`insert into event_answers (post_id, user_id, answer) values ($1, $3, 'no'), ($2, $3, 'maybe')`, [
    declined,
    accepted,
    ann.userId,
  ]);
  expect(captionsOf((await today(ann)).events)).toEqual(['of bea', 'accepted']);
  await stranger.post('/blocks', { userId: ann.userId });
  expect(captionsOf((await today(ann)).events)).toEqual(['of bea']);
});

it('has events of several days until they end, after those that begin today', async () => {
  const [ann] = await signUpAnew(server, 'ann');
  /** Publishes an event that takes place from and to so long after the beginning of this day. */
  const from = async (start: string, end: string, caption: string) =>
    sql(
      `update events set starts_at = date_trunc('day', now(), 'UTC') + $2::interval, ends_at = date_trunc('day', now(), 'UTC') + $3::interval
       where post_id = $1`,
      [await eventToday(ann, caption), start, end],
    );
  await from('-2 days', '1 minute', 'regatta');
  await from('-2 days', '-1 minute', 'over');
  await from('-3 hours', '3 hours', 'party of the night');
  await from('-1 day', '1 day', 'two whole days');
  await from('-2 days', '0 hours', 'two whole days until yesterday');
  await from('1 day', '2 days', 'tomorrow');
  await eventToday(ann, 'begins');
  expect(captionsOf((await today(ann)).events)).toEqual(['begins', 'regatta', 'two whole days']);
});

it('has whole days on their date where the event is, wherever the caller is', async () => {
  const [ann] = await signUpAnew(server, 'ann');
  const [east, west] = ['Pacific/Kiritimati', 'Etc/GMT+12'];
  const { date } = wallTime(new Date().toISOString(), west);
  const start = Date.parse(instantOf(date, '00:00', east) ?? '');
  await sql('update events set time_zone = $2, starts_at = $3, ends_at = $4 where post_id = $1', [
    await eventToday(ann, 'on Kiritimati'),
    east,
    ...[start, start + 86_400_000].map((at) => new Date(at)),
  ]);
  expect(captionsOf((await today(ann, encodeURIComponent(west))).events)).toEqual(['on Kiritimati']);
  expect((await today(ann, east)).events).toEqual([]);
});

it('has open polls of friends in which the caller has not voted', async () => {
  const [ann, bea] = (await friends('ann', 'bea')) as [Person, Person];
  const [stranger] = await signUpAnew(server, 'stranger');
  await publish(stranger, 'of a stranger', poll);
  await publish(bea, 'open', poll);
  const closed = await publish(bea, 'closed', poll);
  const voted = await publish(bea, 'voted', poll);
  await publish(bea, 'for herself', { ...poll, audience: 'private' });
  await sql(`update polls set closes_at = now() - interval '1 minute' where post_id = $1`, [closed]);
  await sql(
    `insert into poll_votes (option_id, user_id) select min(o.id), $2 from poll_options o join polls l on l.id = o.poll_id
     where l.post_id = $1`,
    [voted, ann.userId],
  );
  expect(captionsOf((await today(ann)).polls)).toEqual(['open']);
});

it('has the birthdays that are shown to the caller, and who joined', async () => {
  const [ann, bea, cat, dan] = (await friends('ann', 'bea', 'cat', 'dan')) as [Person, Person, Person, Person];
  await follow(ann, dan);
  await ann.delete('/follows', { followerId: dan.userId, followedId: ann.userId });
  await sql(
    `update users set birth_month = extract(month from now() at time zone 'utc'), birth_day = extract(day from now() at time zone 'utc'),
       birthday_for = case id when $2 then 'nobody' else 'friends' end where id = any ($1)`,
    [[bea.userId, cat.userId, dan.userId], cat.userId],
  );
  const names = async () => (await today(ann)).birthdays.map(({ userName }: Person) => userName);
  expect(await names()).toEqual([bea.userName]);
  await sql(`update users set birthday_for = 'followers' where id = $1`, [dan.userId]);
  expect(await names()).toEqual([bea.userName, dan.userName]);
  expect((await today(ann)).joined).toHaveLength(3);
});

it('is the same in worlds that differ only in what the caller may not see', async () => {
  const [ann, bea] = (await friends('ann', 'bea')) as [Person, Person];
  const [stranger] = await signUpAnew(server, 'stranger');
  await sql(`update users set created_at = now() - interval '2 days'`);
  await age(await publish(bea, 'memory'), 1);
  await publish(bea, 'poll', poll);
  await eventToday(bea, 'event');
  const before = await today(ann);
  expect([before.memories, before.polls, before.events].map(captionsOf)).toEqual([['memory'], ['poll'], ['event']]);
  for (const audience of ['private', 'close', 'private', 'private', 'private', 'private']) {
    await age(await publish(bea, `memory ${audience}`, { audience }), 1);
    await publish(bea, `poll ${audience}`, { audience, ...poll });
    await eventToday(bea, `event ${audience}`, { audience });
  }
  await sql(
    `with p as (insert into posts (author_id, caption, kind, audience, created_at)
       select $1, 'hidden', kind, 'private', now() - make_interval(years => case when kind is null then 1 else 0 end)
       from unnest('{event,poll,null}'::text[]) kind, generate_series(1, 60) returning id, kind
     ), e as (insert into events (post_id, starts_at, time_zone)
       select id, date_trunc('day', now(), 'UTC'), 'UTC' from p where kind = 'event')
     insert into polls (post_id) select id from p where kind = 'poll'`,
    [bea.userId],
  );
  await sql(
    `with p as (insert into posts (author_id, caption, kind, audience) select $1, 'full', 'event', 'private' from generate_series(1, 1000)
       returning id)
     insert into events (post_id, starts_at, time_zone) select id, date_trunc('day', now(), 'UTC'), 'UTC' from p`,
    [stranger.userId],
  );
  expect(await today(ann)).toEqual(before);
});
