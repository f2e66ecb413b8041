import { expect, it } from 'vitest';
import { jobNames, jobText } from './jobs.ts';

it.each(jobNames)('%s has a text of its own in every language', (name) => {
  const texts = (['en', 'es', 'pl'] as const).map((language) => jobText(language, name));
  expect(new Set([`jobs.${name}`, name, ...texts]).size).toBe(5);
});

it('a job that only another version knows is shown by its name', () => {
  expect(jobText('en', 'problems.no-worker')).toBe('problems.no-worker');
});
