import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memberCachePrefix } from '../lib/offlineCache.ts';
import { homeFeed, keepFirstFeed } from './member.ts';

type Kept = Map<string, string>;

/** Replaces the browser's caches. As in browsers, writing to a deleted cache has no effect on a new one with the same name. */
const stored = new Map<string, Kept>();
const cacheOf = (kept: Kept) => ({
  put: async (path: string, response: Response) => void kept.set(path, await response.text()),
  match: async (path: string) => (kept.has(path) ? new Response(kept.get(path)) : undefined),
});
const feedOf = (member: string): Kept => {
  const name = memberCachePrefix + member;
  const kept = stored.get(name) ?? new Map<string, string>();
  stored.set(name, kept);
  return kept;
};
const forget = (member: string) => stored.delete(memberCachePrefix + member);

beforeEach(() => {
  vi.stubGlobal('caches', {
    keys: async () => [...stored.keys()],
    open: async (name: string) => cacheOf(feedOf(name.slice(memberCachePrefix.length))),
  });
});
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

const request = new Request('https://kith.test/trpc/feed.home');
const ways = { 'asked for by the page': () => homeFeed(request), 'asked for by the worker': () => keepFirstFeed() };

for (const [way, load] of Object.entries(ways)) {
  test(`a feed ${way} that arrives after another member has signed in is not cached for them`, async () => {
    const answer = Promise.withResolvers<Response>();
    const fetching = vi.fn(() => answer.promise);
    vi.stubGlobal('fetch', fetching);
    feedOf('1');
    const loading = load();
    await vi.waitFor(() => expect(fetching).toHaveBeenCalled());
    forget('1');
    const others = feedOf('2');
    answer.resolve(new Response('the posts of the first'));
    await loading;
    expect([...others.values()]).toEqual([]);
  });
}

test('the feed is cached for the member who requested it, and served without a connection', async () => {
  feedOf('1');
  vi.stubGlobal('fetch', async () => new Response('the posts of the first'));
  await homeFeed(request);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await (await homeFeed(request)).text()).toBe('the posts of the first');
});
