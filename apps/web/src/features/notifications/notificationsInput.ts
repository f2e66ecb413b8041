import type { Filter } from './types.ts';

const kinds = { follow: 'follow', likes: 'like', comments: 'comment' } as const;

/** One input for loader, screen and cache, so that all mean the same cached list. */
export const notificationsInput = (filter: Filter) =>
  filter === 'all' ? { limit: 20 } : { limit: 20, kind: kinds[filter] };
