import { cachedHeader, memberCachePrefix } from '../lib/offlineCache.ts';

const feedPath = '/trpc/feed.home';
const feedKey = '/stored/feed.home';
/** The maximum number of cached pictures: about as many as 200 posts and the chats of several days contain. */
const maxPictures = 300;

/**
 * Returns the cache of the signed-in member, which the page opens at sign-in and deletes at log-out. Without it, nothing is
 * cached. Callers open the cache before they send a request. If another member signs in before the response arrives, the
 * response then goes into the old, deleted cache.
 */
export async function memberCache(): Promise<Cache | null> {
  const name = (await caches.keys()).find((each) => each.startsWith(memberCachePrefix));
  return name === undefined ? null : caches.open(name);
}

/** Returns the id of the member who is logged in to this browser, or null if nobody is. */
export async function memberId(): Promise<number | null> {
  const name = (await caches.keys()).find((each) => each.startsWith(memberCachePrefix));
  return name === undefined ? null : Number(name.slice(memberCachePrefix.length));
}

export const isSignedIn = async (): Promise<boolean> => (await memberCache()) !== null;

/** Returns whether a request is for the first page of the home feed. Further pages are not cached. */
export function isHomeFeed({ pathname, searchParams }: URL): boolean {
  if (pathname !== feedPath) return false;
  const input: unknown = JSON.parse(searchParams.get('input') ?? '{}');
  return (input as { cursor?: unknown }).cursor == null;
}

export async function homeFeed(request: Request): Promise<Response> {
  const cache = await memberCache();
  try {
    const response = await fetch(request);
    if (response.ok) await cache?.put(feedKey, response.clone());
    return response;
  } catch (error) {
    const cached = await cache?.match(feedKey, { ignoreVary: true });
    if (!cached) throw error;
    return new Response(cached.body, { headers: { 'content-type': 'application/json', [cachedHeader]: '1' } });
  }
}

/**
 * Fetches and caches the home feed, unless it is cached already. Needed on a first visit, when the page fetches the feed before
 * the service worker is active.
 */
export async function cacheFirstFeed(): Promise<void> {
  const cache = await memberCache();
  if (!cache || (await cache.match(feedKey))) return;
  const input = encodeURIComponent(JSON.stringify({ limit: 20 }));
  const response = await fetch(`${feedPath}?input=${input}`);
  if (response.ok) await cache.put(feedKey, response);
}

export const isPicture = ({ pathname }: URL): boolean => /^\/media\/.+\.webp$/.test(pathname);

async function cachePicture(cache: Cache, request: Request, picture: Response): Promise<void> {
  await cache.put(request, picture);
  const pictures = (await cache.keys()).filter(({ url }) => isPicture(new URL(url)));
  await Promise.all(pictures.slice(0, -maxPictures).map((oldest) => cache.delete(oldest)));
}

/** Serves a picture from the cache or else from the network. `waitUntil` keeps the worker alive until the picture is cached. */
export async function picture(request: Request, waitUntil: (work: Promise<void>) => void): Promise<Response> {
  const cache = await memberCache();
  const cached = await cache?.match(request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (cache && response.status === 200) waitUntil(cachePicture(cache, request, response.clone()));
  return response;
}
