import { expect, test, vi } from 'vitest';

vi.mock('./index.ts', () => ({ currentLanguage: () => 'en' }));

test("times are formatted for the region of the browser's first language that matches the page's language", async () => {
  vi.stubGlobal('navigator', { languages: ['pl-PL', 'en-US@posix', 'en-GB', 'en'] });
  const { timeOfDay, messageTime, region } = await import('./dates.ts');
  expect(region()).toBe('en-GB');
  expect(timeOfDay('2026-11-21T14:02:00')).toBe('14:02');
  expect(messageTime('2026-11-21T14:02:00')).toContain('21/11/2026');
});

test('elapsed time is given in the largest whole unit, and optionally as a date after a week', async () => {
  const { timeAgo } = await import('./dates.ts');
  const before = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  expect([timeAgo(before(0)), timeAgo(before(0.1)), timeAgo(before(3.9)), timeAgo(before(200))]).toEqual([
    'now',
    '6 minutes ago',
    '3 hours ago',
    '8 days ago',
  ]);
  expect(timeAgo(before(167), { dated: true })).toBe('6 days ago');
  expect(timeAgo(before(169), { dated: true })).not.toMatch(/ago/);
  // Simulates a reader's clock that is behind the server's.
  expect(timeAgo(before(-1))).toBe('now');
});

test('a card shows a short elapsed time, and the date from the day before yesterday on', async () => {
  const { shortTime } = await import('./dates.ts');
  vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00'), toFake: ['Date'] });
  expect(
    [
      '2026-11-21T20:00:30',
      '2026-11-21T19:59:30',
      '2026-11-21T19:55:00',
      '2026-11-21T07:30:00',
      '2026-11-20T23:59:00',
      '2026-11-19T23:59:00',
      '2025-11-19T23:59:00',
    ].map((time) => shortTime(time).replace('\u00a0', ' ')),
  ).toEqual(['now', 'now', '5 min', '12 h', 'yesterday', '19 Nov', '19 Nov 2025']);
  vi.setSystemTime(new Date('2026-11-21T01:00:00'));
  expect(shortTime('2026-11-20T23:00:00').replace('\u00a0', ' ')).toBe('2 h');
  vi.useRealTimers();
});

test('a comment written on another day shows the day, and in another year also the year', async () => {
  const { commentTime } = await import('./dates.ts');
  vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00'), toFake: ['Date'] });
  expect(commentTime('2026-11-21T14:02:00')).toBe('14:02');
  expect(commentTime('2026-11-20T23:02:00')).toMatch(/^20 Nov,? (?:at )?23:02$/);
  expect(commentTime('2025-11-21T14:02:00')).toMatch(/^21 Nov 2025,? (?:at )?14:02$/);
  vi.useRealTimers();
});
