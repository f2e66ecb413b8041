import { cachedHeader, memberCachePrefix } from '../lib/offlineCache.ts';

const feedPath = '/trpc/feed.home';
const feedKey = '/kept/feed.home';
/** How many pictures are cached: about as many as 200 posts and the chats of several days contain. */
const maxPictures = 300;

/**
 * The signed-in member's cache, which the page opens at sign-in and deletes at log-out; without it, nothing is cached. Callers
 * open it before they send a request: a response that arrives after another member has signed in then goes into the deleted
 * cache.
 */
export async function memberCache(): Promise<Cache | null> {
  const name = (await caches.keys()).find((each) => each.startsWith(memberCachePrefix));
  return name === undefined ? null : caches.open(name);
}

/** The id of the member who is logged in to this browser; null if nobody is. */
export async function memberId(): Promise<number | null> {
  const name = (await caches.keys()).find((each) => each.startsWith(memberCachePrefix));
  return name === undefined ? null : Number(name.slice(memberCachePrefix.length));
}

export const isSignedIn = async (): Promise<boolean> => (await memberCache()) !== null;

/** Whether a request is for the first page of the home feed; further pages are not cached. */
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
 * Fetches and caches the feed if it is not cached yet: in the first visit, the page loads it before the service worker is active.
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

/** Serves a picture from the cache or the network. `waitUntil` keeps the worker alive until the picture is cached. */
export async function picture(request: Request, waitUntil: (work: Promise<void>) => void): Promise<Response> {
  const cache = await memberCache();
  const cached = await cache?.match(request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (cache && response.status === 200) waitUntil(cachePicture(cache, request, response.clone()));
  return response;
}
