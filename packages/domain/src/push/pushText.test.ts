import { describe, expect, it } from 'vitest';
import { pushText } from './pushText.ts';

const times = { startsAt: '2027-05-01T17:30:00.000Z', timeZone: 'Europe/London' };
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
    ['pl', 'Europe/Warsaw', 'Jutro o\u00a019:30 odbywa', 'odpowiadasz: sob., 1 maj, 19:30'],
  ] as const)('gives the time in %s on the clock of its reader in %s', (language, timeZone, tomorrow, moved) => {
    const said = (kind: 'eventTomorrow' | 'eventMoved') =>
      pushText(language, { kind, names: ['Ann'], count: 1, event: { times, timeZone } }).replaceAll('\u202f', ' ');
    expect(said('eventTomorrow')).toContain(tomorrow);
    expect(said('eventMoved')).toContain(moved);
  });

  it('gives the date of whole days where the event is, and no time if the reader’s zone is not known', () => {
    const event = { times: wholeDay, timeZone: 'Pacific/Auckland' };
    expect(pushText('en', { kind: 'eventMoved', names: ['Ann'], count: 1, event })).toMatch(/: Sat, May 1$/);
    for (const each of [event, null])
      expect(pushText('en', { kind: 'eventTomorrow', names: ['Ann'], count: 1, event: each })).toBe(
        'Ann’s event is tomorrow',
      );
  });
});
