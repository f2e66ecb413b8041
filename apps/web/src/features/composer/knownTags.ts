import type { QueryClient } from '@tanstack/react-query';
import { cachedPosts } from '../../lib/postCache.ts';

/** Longer tags than `typed` that begin so, from the posts seen so far, most used first. */
export function knownTags(client: QueryClient, typed: string): string[] {
  const begin = typed.toLowerCase();
  const counts = new Map<string, number>();
  for (const post of cachedPosts(client)) {
    for (const tag of post.caption.match(/(?<=^|\s)#\S+/g) ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .filter(([tag]) => tag.slice(1).toLowerCase().startsWith(begin) && tag.length - 1 > begin.length)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 5)
    .map(([tag]) => tag);
}
