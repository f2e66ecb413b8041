import type { AppRouter } from '@kith/trpc';
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { doubtConnection } from './connection.ts';
import { keptHeader } from './keptHeader.ts';

const away = new Set([502, 503, 504]);

async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init);
    if (away.has(response.status) || response.headers.has(keptHeader)) void doubtConnection();
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) void doubtConnection();
    throw error;
  }
}

const options = { url: '/trpc', fetch: watchedFetch as typeof fetch };

/** The typed client without React; pages before sign-in use only this. The home feed goes alone, so that it can be kept. */
export const api = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ path }) => path === 'feed.home',
      true: httpLink(options),
      false: httpBatchLink({ ...options, maxItems: 20 }),
    }),
  ],
});
