import { describe, expect, it } from 'vitest';
import { pushText } from './pushText.ts';

const times = { startsAt: '2027-05-01T17:30:00.000Z', timeZone: 'Europe/London' };
const dayBefore = new Date('2027-04-30T17:30:00.000Z');
const wholeDay = {
  startsAt: '2027-04-30T23:00:00.000Z',
  endsAt: '2027-05-01T23:00:00.000Z',
  timeZone: 'Europe/London',
};

describe('the push of an event', () => {
  it.each([
    [
      'en',
      'Asia/Kolkata',
      'Ann’s event is tomorrow at 11:00 PM',
      'Ann moved an event you answered: Sat, May 1, 11:00 PM',
    ],
    ['es', 'Europe/Madrid', 'mañana, 19:30\u00a0h', 'respondiste: sáb, 1 may, 19:30'],
    ['pl', 'Europe/Warsaw', 'Jutro o\u00a019:30 wydarzenie, które organizuje Ann', 'odpowiadasz: sob., 1 maj, 19:30'],
  ] as const)('gives the time in %s on the clock of its reader in %s', (language, timeZone, tomorrow, moved) => {
    const said = (kind: 'eventTomorrow' | 'eventMoved') =>
      pushText(language, { kind, names: ['Ann'], count: 1, event: { times, timeZone, now: dayBefore } }).replaceAll(
        '\u202f',
        ' ',
      );
    expect(said('eventTomorrow')).toContain(tomorrow);
    expect(said('eventMoved')).toContain(moved);
  });

  it('gives the date of whole days where the event is, and no time if the reader’s zone is not known', () => {
    const event = { times: wholeDay, timeZone: 'Pacific/Auckland', now: new Date('2027-04-30T06:00:00.000Z') };
    expect(pushText('en', { kind: 'eventMoved', names: ['Ann'], count: 1, event })).toMatch(/: Sat, May 1$/);
    for (const each of [event, null])
      expect(pushText('en', { kind: 'eventTomorrow', names: ['Ann'], count: 1, event: each })).toBe(
        'Ann’s event is tomorrow',
      );
  });

  it.each([
    ['sent late', 'Europe/London', times, '2027-05-01T06:00:00.000Z', 'Sat, May 1, 6:30 PM'],
    [
      'a day before, when the day has 25 hours',
      'Europe/Warsaw',
      { startsAt: '2027-10-31T22:30:00.000Z', timeZone: 'Europe/Warsaw' },
      '2027-10-30T22:30:00.000Z',
      'Sun, Oct 31, 11:30 PM',
    ],
    [
      'a day before, when the day has 23 hours',
      'Europe/Warsaw',
      { startsAt: '2027-03-28T22:30:00.000Z', timeZone: 'Europe/Warsaw' },
      '2027-03-27T22:30:00.000Z',
      'Mon, Mar 29, 12:30 AM',
    ],
    ['of whole days, where it is another day', 'Pacific/Auckland', wholeDay, '2027-04-30T13:00:00.000Z', 'Sat, May 1'],
  ] as const)('gives the date, if it is not of the next day: %s', (_when, timeZone, at, now, date) => {
    const event = { times: at, timeZone, now: new Date(now) };
    const said = pushText('en', { kind: 'eventTomorrow', names: ['Ann'], count: 1, event });
    expect(said.replaceAll('\u202f', ' ')).toBe(`Ann’s event: ${date}`);
  });
});
