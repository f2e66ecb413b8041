import { maxPictures } from '@kith/contracts/lengths';
import { pageMember } from './member.ts';
import { memberCachePrefix } from './offlineCache.ts';

// The Cache Storage keys under which the service worker stores what another app has shared with Kith, in the member's own
// cache.

export const sharedText = '/stored/shared/text';
export const sharedPicture = (index: number): string => `/stored/shared/${index}`;

/** Returns the shared text and pictures, and deletes them. Returns nothing if the browser has no caches. */
export async function takeSharedContent(): Promise<{ text: string; pictures: File[] }> {
  const empty = { text: '', pictures: [] };
  const name = memberCachePrefix + pageMember();
  if (!('caches' in globalThis) || !(await caches.has(name))) return empty;
  const cache = await caches.open(name);
  const take = async (path: string) => {
    const response = await cache.match(path);
    if (response) await cache.delete(path);
    return response;
  };
  const text = (await (await take(sharedText))?.text()) ?? '';
  const pictures: File[] = [];
  for (let index = 0; index < maxPictures; index += 1) {
    const blob = await (await take(sharedPicture(index)))?.blob();
    if (!blob) break;
    pictures.push(new File([blob], `${index + 1}.${blob.type.split('/')[1] ?? ''}`, { type: blob.type }));
  }
  return { text, pictures };
}
