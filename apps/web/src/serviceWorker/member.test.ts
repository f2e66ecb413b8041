import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memberCachePrefix } from '../lib/offlineCache.ts';
import { cacheFirstFeed, homeFeed } from './member.ts';

type Entries = Map<string, string>;

/**
 * Simulates the browser's caches. As in a browser, writing to a deleted cache does not affect a new cache with the same name.
 */
const stored = new Map<string, Entries>();
const cacheOf = (cache: Entries) => ({
  put: async (path: string, response: Response) => void cache.set(path, await response.text()),
  match: async (path: string) => (cache.has(path) ? new Response(cache.get(path)) : undefined),
});
const feedOf = (member: string): Entries => {
  const name = memberCachePrefix + member;
  const cache = stored.get(name) ?? new Map<string, string>();
  stored.set(name, cache);
  return cache;
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
const waysToLoadHome = {
  'asked for by the page': () => homeFeed(request),
  'asked for by the worker': () => cacheFirstFeed(),
};

for (const [way, load] of Object.entries(waysToLoadHome)) {
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
