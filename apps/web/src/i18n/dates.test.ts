import { expect, test, vi } from 'vitest';

vi.mock('./index.ts', () => ({ currentLanguage: () => 'en' }));

test('times are written as in the first region of the language that is one', async () => {
  vi.stubGlobal('navigator', { languages: ['pl-PL', 'en-US@posix', 'en-GB', 'en'] });
  const { timeOfDay, messageTime, region } = await import('./dates.ts');
  expect(region()).toBe('en-GB');
  expect(timeOfDay('2026-11-21T14:02:00')).toBe('14:02');
  expect(messageTime('2026-11-21T14:02:00')).toContain('21/11/2026');
});
