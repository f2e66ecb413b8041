/** Marks an answer that the service worker kept from earlier. */
export const keptHeader = 'kith-kept';

/** One cache for what is kept of the member who is signed in; nothing is kept while there is none. */
export const memberCachePrefix = 'kith-member-';
