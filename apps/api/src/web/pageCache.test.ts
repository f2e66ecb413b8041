import { expect, it } from 'vitest';
import { PageCache } from './pageCache.ts';

it('cached pages expire, and the oldest are evicted when their total size is too large', () => {
  const pages = new PageCache();
  const page = { body: 'x'.repeat(5_000_000), type: 'text/html', etag: '"x"', until: 100 };
  for (const name of ['one', 'two', 'three', 'two']) pages.set(name, page);
  expect(['one', 'two', 'three'].map((name) => pages.get(name, 99) === page)).toEqual([true, true, true]);
  expect(pages.get('one', 100)).toBeUndefined();
  pages.set('four', page);
  expect(['one', 'two', 'three', 'four'].map((name) => pages.get(name, 99) === page)).toEqual([
    ...[false, true, true, true],
  ]);
  // This page is larger than the whole cache may be.
  pages.set('five', { ...page, body: 'x'.repeat(17_000_000) });
  expect(['two', 'five'].map((name) => pages.get(name, 0))).toEqual([undefined, undefined]);
});
