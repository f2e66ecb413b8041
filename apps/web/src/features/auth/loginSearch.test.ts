import { beforeEach, expect, test, vi } from 'vitest';
import { readLoginSearch } from './loginSearch.ts';

beforeEach(() => vi.stubGlobal('location', { origin: 'https://kith.example' }));

test('the address of a log-in leads on to a page of this site only', () => {
  expect(readLoginSearch({ next: '/post/7?edit=true' }).next).toBe('/post/7?edit=true');
  const elsewhere = [
    '//evil.example/x',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    'x',
    7,
    {},
  ];
  for (const next of elsewhere) expect(readLoginSearch({ next }).next, String(next)).toBeUndefined();
});

test('a screen of people who are not logged in counts as no page to lead on to', () => {
  for (const name of ['login', 'signup', 'resetpassword', 'setusername', 'second-factor'])
    for (const next of [
      `/${name}`,
      `/${name}/`,
      `/${name}?next=/home#top`,
      `/home/../${name}`,
      `/${name.toUpperCase()}`,
    ])
      expect(readLoginSearch({ next }).next, next).toBeUndefined();
  for (const next of ['/', '/user/login', '/loginx', '/tag/login?next=/login', '/tag/100%'])
    expect(readLoginSearch({ next }).next, next).toBe(next);
});

test('the address of a log-in says nothing that is not known', () => {
  expect(readLoginSearch({ done: 'reset', error: 'x' })).toMatchObject({ done: 'reset', error: 'x' });
  expect(readLoginSearch({ done: 'Call us now', error: 7 })).toEqual({});
});
