import { birthdaysToday, notifyBirthdays, removeExpired } from '@kith/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { follow } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const { server, sql, alice, bob, carol } = await castForFile();
const { domain } = server.deps;
/** Bob and Alice are friends, Carol only follows Alice, and Dave is a stranger. */
const dave = await signUpAndIn(server.app, 'dave');
await follow(bob, alice);
await follow(alice, bob);
await follow(carol, alice);

const edit = (who: Person, changes: object) => who.patch(`/users/${who.userId}`, changes);
const birthdaySeenBy = async (who: Person) => (await who.get(`/users/${alice.userId}`)).body.data.birthday;
/** The server at an hour of its own time zone. */
const at = (year: number, month: number, day: number, hour = 9) => ({
  ...domain,
  clock: { now: () => new Date(year, month - 1, day, hour) },
});
const told = async (who: Person) =>
  (await who.get('/notifications?kind=birthday')).body.data.map(({ actors }: { actors: { userName: string }[] }) =>
    actors.map(({ userName }) => userName),
  );
const namesOn = async (year: number, month: number, day: number, who: Person) =>
  (await birthdaysToday(domain, who, { year, month, day }, 3)).map(({ userName }) => userName);

beforeEach(async () => {
  await sql('delete from notification_events');
  await edit(alice, { birthday: { month: 5, day: 12 }, birthdayFor: 'friends' });
});

describe('a birthday', () => {
  it.each([
    ['friends', [true, true, false, false]],
    ['followers', [true, true, true, false]],
    ['nobody', [true, false, false, false]],
  ])('for %s is in the profile of those alone', async (birthdayFor, expected) => {
    const { data } = (await edit(alice, { birthdayFor })).body;
    expect([data.birthday, data.birthdayFor]).toEqual([{ month: 5, day: 12 }, birthdayFor]);
    const found = [];
    for (const who of [alice, bob, carol, dave]) found.push((await birthdaySeenBy(who)) !== null);
    expect(found).toEqual(expected);
  });

  it('is a day of the year, without a year, and can be taken away', async () => {
    const statusOf = async (birthday: unknown) => (await edit(alice, { birthday })).status;
    expect(await statusOf({ month: 2, day: 29 })).toBe(200);
    for (const birthday of [
      { month: 2, day: 30 },
      { month: 4, day: 31 },
      { month: 13, day: 1 },
      { month: 0, day: 1 },
      { month: 1, day: 0 },
      { month: 1 },
      { month: 1, day: 1, year: 1990 },
      'today',
    ])
      expect([birthday, await statusOf(birthday)]).toEqual([birthday, 400]);
    expect(await birthdaySeenBy(alice)).toEqual({ month: 2, day: 29 });
    expect((await edit(alice, { birthdayFor: 'everyone' })).status).toBe(400);
    expect(await statusOf(null)).toBe(200);
    expect(await birthdaySeenBy(alice)).toBeNull();
  });
});

describe('the notification of a birthday', () => {
  it('is sent to friends in the morning, once, however often the job runs', async () => {
    await notifyBirthdays(at(2027, 5, 12, 7));
    await notifyBirthdays(at(2027, 5, 11));
    expect(await told(bob)).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, () => notifyBirthdays(at(2027, 5, 12))));
    await notifyBirthdays(at(2027, 5, 12, 15));
    await expect.poll(() => told(bob)).toEqual([['alice']]);
    expect(await sql('select from pending_notifications')).toEqual([]);
    const [row] = await sql(`select actors_count from notifications where kind = 'birthday'`);
    expect(row).toEqual({ actors_count: 1 });
    for (const who of [alice, carol, dave]) expect(await told(who)).toEqual([]);
  });

  it('is sent in the morning of each friend’s time zone', async () => {
    const notify = (time: string) => notifyBirthdays({ ...domain, clock: { now: () => new Date(`${time}:00Z`) } });
    for (const timeZone of ['Mars/Base', '+01:00', '', 7, null])
      expect((await edit(bob, { timeZone })).status).toBe(400);
    expect((await edit(bob, { timeZone: 'Pacific/Kiritimati' })).body.data.timeZone).toBe('Pacific/Kiritimati');
    await notify('2027-05-11T17:59');
    expect(await told(bob)).toEqual([]);
    await notify('2027-05-11T18:00');
    await expect.poll(() => told(bob)).toEqual([['alice']]);
    await sql('delete from notification_events');
    await edit(bob, { timeZone: 'America/Los_Angeles' });
    await notify('2027-05-12T14:45');
    expect(await told(bob)).toEqual([]);
    await notify('2027-05-13T03:00');
    await expect.poll(() => told(bob)).toEqual([['alice']]);
    await sql('update users set time_zone = null');
  });

  it('is sent later that day, once, if the member gives or corrects it after the morning', async () => {
    await edit(alice, { birthday: { month: 6, day: 12 } });
    await notifyBirthdays(at(2027, 5, 12));
    expect(await told(bob)).toEqual([]);
    await edit(alice, { birthday: { month: 5, day: 12 } });
    await notifyBirthdays(at(2027, 5, 12, 15));
    await expect.poll(() => told(bob)).toEqual([['alice']]);
    await edit(alice, { birthday: { month: 5, day: 13 } });
    await notifyBirthdays(at(2027, 5, 13));
    expect(await sql('select from notification_events union all select from pending_notifications')).toHaveLength(1);
  });

  it('is sent next year too', async () => {
    await notifyBirthdays(at(2027, 5, 12));
    await expect.poll(() => told(bob)).toEqual([['alice']]);
    await sql(`update notifications set day = day - 365, updated_at = updated_at - interval '365 days'`);
    await removeExpired(domain);
    expect(await told(bob)).toEqual([]);
    await notifyBirthdays(at(2028, 5, 12));
    await expect.poll(() => told(bob)).toEqual([['alice']]);
  });

  it('is sent on 28 February for the 29th, if the year has none', async () => {
    await edit(alice, { birthday: { month: 2, day: 29 } });
    await notifyBirthdays(at(2028, 2, 28));
    await notifyBirthdays(at(2027, 3, 1));
    expect(await told(bob)).toEqual([]);
    await notifyBirthdays(at(2027, 2, 28));
    await expect.poll(() => told(bob)).toEqual([['alice']]);
  });

  it.each([
    ['who has blocked the member', () => bob.post('/blocks', { userId: alice.userId }), 'delete from blocks'],
    ['who has muted the member', () => bob.post('/mutes', { userId: alice.userId }), 'delete from mutes'],
    [
      'who has switched that off',
      () => bob.patch('/notifications/settings', { birthdays: false }),
      'delete from notification_settings',
    ],
    ['of a member who shows it to nobody', () => edit(alice, { birthdayFor: 'nobody' }), 'select'],
  ])('is not sent to a friend %s', async (what, change, undo) => {
    await change();
    await notifyBirthdays(at(2027, 5, 12));
    expect([await told(bob), await sql('select from notification_events')]).toEqual([[], []]);
    expect(await namesOn(2027, 5, 12, bob)).toEqual(what.includes('switched') ? ['alice'] : []);
    await sql(undo);
    await follow(bob, alice);
    await follow(alice, bob);
  });
});

it('the birthdays of today are those of followed members who show them to the caller', async () => {
  const names = (who: Person) => namesOn(2027, 5, 12, who);
  expect(await names(bob)).toEqual(['alice']);
  for (const who of [alice, carol, dave]) expect(await names(who)).toEqual([]);
  await edit(alice, { birthdayFor: 'followers' });
  expect(await names(carol)).toEqual(['alice']);
  expect(await namesOn(2027, 5, 13, bob)).toEqual([]);
});

it('a birthday on 29 February is today on the 28th, if the year has no 29th', async () => {
  await edit(alice, { birthday: { month: 2, day: 29 } });
  const shown = [];
  for (const [year, month, day] of [
    [2028, 2, 28],
    [2028, 2, 29],
    [2027, 2, 28],
    [2027, 3, 1],
  ] as const)
    shown.push(await namesOn(year, month, day, bob));
  expect(shown).toEqual([[], ['alice'], ['alice'], []]);
});
