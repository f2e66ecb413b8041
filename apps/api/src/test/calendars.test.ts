import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, publish, statusOf } from '../testing/actions.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, password, signUpAnew } from '../testing/testApp.ts';

const { server, sql } = await serverForFile();
let alice: Person;
let bob: Person;
let stranger: Person;

beforeEach(async () => {
  [alice, bob] = await signUpAnew(server, 'alice', 'bob');
  stranger = new (alice.constructor as typeof Person)(server.app, 'stranger');
});

const invite = (event: object, caption = 'At the lake', more: object = {}) =>
  publish(alice, caption, {
    event: { startsAt: '2027-03-27T18:30:00Z', timeZone: 'Europe/Warsaw', ...event },
    ...more,
  });

/** The lines of a calendar, with those that are folded put together. */
const linesOf = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n');
const file = async (postId: number, who = bob) => linesOf((await who.get(`/posts/${postId}/event.ics`)).body);
const feed = async (url: string) => {
  const { status, body } = await stranger.get(url.slice(url.indexOf('/events.ics')));
  return { status, lines: status === 200 ? linesOf(body) : [] };
};
const renew = async (who = bob): Promise<string> => (await who.post('/calendar')).body.data.url;

describe('the calendar file of an event', () => {
  it('has its times in UTC, its place, its text and its address, for who may see it', async () => {
    const postId = await invite(
      { endsAt: '2027-03-28T00:30:00Z', place: 'The pier; north, left' },
      'Ice, and fire\nAll night',
    );
    const { headers } = await bob.get(`/posts/${postId}/event.ics`);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="event-${postId}.ics"`,
    });
    expect(await file(postId)).toEqual(
      expect.arrayContaining([
        ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', `UID:event-${postId}@localhost`],
        ...['DTSTART:20270327T183000Z', 'DTEND:20270328T003000Z', 'SUMMARY:Ice\\, and fire'],
        ...['LOCATION:The pier\\; north\\, left', 'STATUS:CONFIRMED', 'END:VEVENT', 'END:VCALENDAR'],
      ]),
    );
    const description = (await file(postId)).find((line) => line.startsWith('DESCRIPTION:'));
    expect(description).toBe(
      `DESCRIPTION:Ice\\, and fire\\nAll night\\n${server.deps.settings.publicUrl}/post/${postId}`,
    );
    expect(statusOf(await stranger.get(`/posts/${postId}/event.ics`))).toEqual([401, 'unauthenticated']);
    const own = await invite({}, 'mine', { audience: 'private' });
    const ordinary = await publish(alice);
    for (const id of [own, ordinary, 999_999, '0', 'x', '1e3', '99999999999999999'])
      expect([id, ...statusOf(await bob.get(`/posts/${id}/event.ics`))]).toEqual([id, 404, 'not-found']);
    expect((await file(own, alice)).join()).toContain('SUMMARY:mine');
  });

  it.each([
    // The night between these days is an hour shorter, and in autumn an hour longer.
    ['across the change of clocks', '2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z', '20270328', '20270329'],
    ['of several days', '2027-10-29T22:00:00Z', '2027-11-01T23:00:00Z', '20271030', '20271102'],
  ])('of whole days %s has dates', async (_, startsAt, endsAt, first, after) => {
    const lines = await file(await invite({ startsAt, endsAt }));
    expect(lines).toEqual(expect.arrayContaining([`DTSTART;VALUE=DATE:${first}`, `DTEND;VALUE=DATE:${after}`]));
  });

  it('is no wider than its text: control characters and lines that look like fields stay text', async () => {
    const postId = await invite({ place: 'x\r\nATTENDEE:mailto:a@b.cd' }, 'Bell \u0007\r\nBEGIN:VEVENT\r\nEND:VEVENT');
    const lines = await file(postId);
    expect(lines.filter((line) => /^(?:BEGIN:VEVENT|ATTENDEE)/.test(line))).toEqual(['BEGIN:VEVENT']);
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
  });

  it('has no line over 75 octets, and none that ends inside of a character', async () => {
    const caption = `${'é😀'.repeat(60)} ${'x'.repeat(200)}`;
    const { body } = await bob.get(`/posts/${await invite({}, caption)}/event.ics`);
    const lines: string[] = body.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75);
    expect(body.isWellFormed()).toBe(true);
    expect(linesOf(body).join('\n')).toContain(`DESCRIPTION:${caption}\\n`);
  });

  it('says that an event is called off', async () => {
    const postId = await invite({});
    const event = { startsAt: '2027-03-27T18:30:00Z', timeZone: 'Europe/Warsaw', cancelled: true };
    await alice.patch(`/posts/${postId}`, { caption: 'x', event });
    expect(await file(postId)).toContain('STATUS:CANCELLED');
  });
});

describe('a calendar feed', () => {
  it('has the member’s own events and those answered yes or maybe, as far as they are seen', async () => {
    const [yes, maybe, no, none] = [await invite({}), await invite({}), await invite({}), await invite({})];
    await answer(bob, yes, 'yes');
    await answer(bob, maybe, 'maybe');
    await answer(bob, no, 'no');
    const own = await publish(bob, 'By Bob', { event: { startsAt: '2027-01-01T10:00:00Z', timeZone: 'UTC' } });
    const url = await renew();
    const { status, lines } = await feed(url);
    const ids = (of: string[]) =>
      of.filter((line) => line.startsWith('UID:')).map((line) => Number(/\d+/.exec(line)?.[0]));
    expect([status, ids(lines)]).toEqual([200, [yes, maybe, own]]);
    expect(lines.filter((line) => line.startsWith('STATUS:'))).toEqual([
      ...['STATUS:CONFIRMED', 'STATUS:TENTATIVE', 'STATUS:CONFIRMED'],
    ]);
    expect(ids((await feed(url)).lines)).not.toContain(none);
    await alice.patch(`/posts/${yes}`, { caption: 'x', audience: 'private' });
    expect(ids((await feed(url)).lines)).toEqual([maybe, own]);
    await alice.post('/blocks', { userId: bob.userId });
    expect(ids((await feed(url)).lines)).toEqual([own]);
    // The newest 500 are in the feed, without those that the member no longer sees.
    await sql(
      `with p as (insert into posts (author_id, caption, kind, audience)
         select $1, 'hidden', 'event', 'private' from generate_series(1, 500) returning id
       ), e as (insert into events (post_id, starts_at, time_zone) select id, now() + interval '4 years', 'UTC' from p returning post_id)
       insert into event_answers (post_id, user_id, answer) select post_id, $2, 'yes' from e`,
      [alice.userId, bob.userId],
    );
    expect(ids((await feed(url)).lines)).toEqual([own]);
  });

  it('is found at its newest address alone, until it is switched off', async () => {
    expect((await bob.get('/calendar')).body.data).toBeNull();
    const first = await renew();
    expect(first).toMatch(/\/events\.ics\?token=[\w-]{43}$/);
    expect((await bob.get('/calendar')).body.data).toEqual({ createdAt: expect.any(String) });
    const second = await renew();
    expect([(await feed(first)).status, (await feed(second)).status]).toEqual([404, 200]);
    for (const _ of [1, 2]) expect((await bob.delete('/calendar')).status).toBe(204);
    expect([(await feed(second)).status, (await bob.get('/calendar')).body.data]).toEqual([404, null]);
    const [row] = await sql('select count(*)::int from calendar_feeds where user_id = $1', [bob.userId]);
    expect(row.count).toBe(0);
    for (const token of ['', 'x', 'a'.repeat(43), 'a&token=b'])
      expect((await stranger.get(`/events.ics?token=${token}`)).status).toBe(404);
    expect((await stranger.get('/events.ics')).status).toBe(404);
  });

  it('is made by a member who has just re-authenticated', async () => {
    await sql(`update sessions set reauthenticated_at = now() - interval '6 minutes' where user_id = $1`, [bob.userId]);
    expect(statusOf(await bob.post('/calendar'))).toEqual([403, 'reauthentication-required']);
    await bob.post('/auth/reauthenticate', { password });
    expect((await bob.post('/calendar')).status).toBe(201);
  });

  it('ends with the account, and with every session', async () => {
    const url = await renew();
    await sql('update users set disabled_at = now() where id = $1', [bob.userId]);
    expect((await feed(url)).status).toBe(404);
    await sql('update users set disabled_at = null where id = $1', [bob.userId]);
    expect((await feed(url)).status).toBe(200);
    await bob.delete('/auth/sessions');
    expect((await feed(url)).status).toBe(404);
  });

  it('is written event by event, and the server does other work in between', async () => {
    await sql(
      `with p as (insert into posts (author_id, caption, kind) select $1, 'x', 'event' from generate_series(1, 50) returning id)
       insert into events (post_id, starts_at, time_zone) select id, now(), 'UTC' from p`,
      [bob.userId],
    );
    const url = await renew();
    const { clock } = server.deps.domain;
    let [turn, reading] = [0, true];
    const next = () => {
      turn += 1;
      if (reading) setImmediate(next);
    };
    next();
    // Each event has the time at which it was written.
    const turns = new Set<number>();
    const stamps = vi.spyOn(clock, 'now').mockImplementation(() => {
      turns.add(turn);
      return new Date();
    });
    const { lines } = await feed(url);
    reading = false;
    stamps.mockRestore();
    expect(lines.filter((line) => line.startsWith('UID:'))).toHaveLength(50);
    expect(turns.size).toBeGreaterThanOrEqual(50);
  });

  it('is made by nobody with an access token', async () => {
    const made = await alice.post('/tokens', { name: 'bot', scopes: ['read', 'write'] });
    const bot = Object.assign(new (alice.constructor as typeof Person)(server.app, 'bot'), {
      token: made.body.data.token,
    });
    for (const call of [bot.get('/calendar'), bot.post('/calendar'), bot.delete('/calendar')])
      expect(statusOf(await call)).toEqual([403, 'missing-scope']);
    expect((await bot.get(`/posts/${await invite({})}/event.ics`)).status).toBe(200);
  });
});
