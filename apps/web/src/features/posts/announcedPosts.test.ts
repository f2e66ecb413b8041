import { expect, test } from 'vitest';
import { announcedPosts, announcePost, withdrawPosts } from './announcedPosts.ts';

test('of ten thousand posts published while Home is not open, the newest hundred are kept', () => {
  for (let id = 1; id <= 10_000; id += 1) announcePost(id);
  expect(announcedPosts()).toHaveLength(100);
  expect(announcedPosts().at(-1)).toBe(10_000);
  withdrawPosts(announcedPosts());
  expect(announcedPosts()).toEqual([]);
});
