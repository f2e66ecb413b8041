import { describe, expect, it, vi } from 'vitest';
import { endOf, instantOf, isAllDay, knownZone, lastDay, wallTime } from './eventTimes.ts';

const warsaw = 'Europe/Warsaw';

describe('the clock of a time zone', () => {
  it.each([
    ['2026-12-01', '19:30', warsaw, '2026-12-01T18:30:00.000Z'],
    ['2027-07-01', '19:30', warsaw, '2027-07-01T17:30:00.000Z'],
    ['2026-12-01', '00:00', 'Asia/Kathmandu', '2026-11-30T18:15:00.000Z'],
    ['2027-01-01', '00:30', 'Pacific/Kiritimati', '2026-12-31T10:30:00.000Z'],
    // Skipped in spring: as much later as the clock jumps.
    ['2027-03-28', '02:30', warsaw, '2027-03-28T01:30:00.000Z'],
    // Comes twice in autumn: the first time.
    ['2027-10-31', '02:30', warsaw, '2027-10-31T00:30:00.000Z'],
    ['2027-03-14', '02:15', 'America/New_York', '2027-03-14T07:15:00.000Z'],
    // Midnight itself is skipped.
    ['2027-04-30', '00:00', 'Africa/Cairo', '2027-04-29T22:00:00.000Z'],
  ])('shows %s %s in %s at %s', (date, time, zone, iso) => expect(instantOf(date, time, zone)).toBe(iso));

  it('is kept once, in whatever case the zone is written', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    const at = '2026-12-01T18:30:00.000Z';
    const inKolkata = ['Asia/Kolkata', 'asia/kolkata', 'ASIA/KOLKATA', 'aSIA/kOLKATA'].map(
      (zone) => wallTime(at, zone).date,
    );
    expect([new Set(inKolkata).size, made.mock.calls.length]).toEqual([1, 1]);
    made.mockRestore();
  });

  it('is read back as it was set, unless the time is skipped', () => {
    expect(wallTime('2026-12-01T18:30:00.000Z', warsaw)).toMatchObject({ date: '2026-12-01', time: '19:30' });
    expect(wallTime('2027-03-28T01:30:00.000Z', warsaw)).toMatchObject({ date: '2027-03-28', time: '03:30' });
  });

  it('is UTC for a zone that nobody knows, and nothing for what is no date', () => {
    expect([knownZone('Mars/Olympus'), knownZone(warsaw)]).toEqual(['UTC', warsaw]);
    expect(instantOf('2026-12-01', '19:30', 'Mars/Olympus')).toBe('2026-12-01T19:30:00.000Z');
    for (const [date, time] of [
      ['', '19:30'],
      ['2026-02-31x', '19:30'],
      ['2026-12-01', ''],
    ] as const)
      expect(instantOf(date, time, warsaw)).toBeNull();
  });
});

describe('an event of whole days', () => {
  const days = (first: string, after: string, timeZone: string) => ({
    startsAt: instantOf(first, '00:00', timeZone) ?? '',
    endsAt: instantOf(after, '00:00', timeZone),
    timeZone,
  });

  it.each([
    ['2026-12-01', '2026-12-02', warsaw, '2026-12-01'],
    // These days have 23 and 25 hours.
    ['2027-03-28', '2027-03-29', warsaw, '2027-03-28'],
    ['2027-10-30', '2027-11-02', warsaw, '2027-11-01'],
    // This day begins at one o'clock.
    ['2027-04-30', '2027-05-01', 'Africa/Cairo', '2027-04-30'],
  ])('lasts from %s until %s begins in %s', (first, after, zone, last) => {
    const event = days(first, after, zone);
    expect([isAllDay(event), lastDay(event)]).toEqual([true, last]);
  });

  it('is none that begins or ends within a day, that has no end, or that has midnight elsewhere', () => {
    const event = days('2026-12-01', '2026-12-02', warsaw);
    expect(isAllDay({ ...event, endsAt: null })).toBe(false);
    expect(isAllDay({ ...event, endsAt: '2026-12-02T20:00:00.000Z' })).toBe(false);
    expect(isAllDay({ ...event, timeZone: 'Europe/London' })).toBe(false);
  });
});

it('an event without an end is over after three hours', () => {
  const event = { startsAt: '2026-12-01T18:00:00.000Z', timeZone: warsaw };
  expect(new Date(endOf(event)).toISOString()).toBe('2026-12-01T21:00:00.000Z');
  expect(new Date(endOf({ ...event, endsAt: '2026-12-01T18:30:00Z' })).toISOString()).toBe('2026-12-01T18:30:00.000Z');
});
