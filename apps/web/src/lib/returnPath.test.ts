import { beforeEach, expect, test, vi } from 'vitest';
import { storeReturnPath, takeReturnPath } from './returnPath.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('location', { origin: 'https://kith.example' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

test('the page that was wanted before the log-in is returned once, to the member who wanted it or whoever logs in first', () => {
  storeReturnPath('/post/7?edit=true', null);
  expect(takeReturnPath(1)).toBe('/post/7?edit=true');
  expect(takeReturnPath(1)).toBeNull();
  storeReturnPath('/messages?userId=2', '1');
  expect(takeReturnPath(1)).toBe('/messages?userId=2');
  storeReturnPath('/messages?userId=2', '1');
  expect(takeReturnPath(3)).toBeNull();
  expect(takeReturnPath(1)).toBeNull();
});

test('what leads to another site is no page to return to, however it came into the storage', () => {
  for (const path of ['//evil.example/x', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '', 'x']) {
    storeReturnPath(path, null);
    expect(takeReturnPath(1), path).toBeNull();
  }
  for (const text of ['no JSON', '{}', '{"path":7,"member":null}', 'null']) {
    stored.set('kith.wanted', text);
    expect(takeReturnPath(1), text).toBeNull();
  }
});
