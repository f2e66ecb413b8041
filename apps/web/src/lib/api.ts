import type { AppRouter } from '@kith/trpc';
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { takeAhead } from './ahead.ts';
import { doubtConnection, trustConnection } from './connection.ts';
import { keptHeader } from './kept.ts';
import { tellSignedOut } from './signedOut.ts';

const away = new Set([502, 503, 504]);

async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await (takeAhead(String(input)) ?? fetch(input, init));
    if (response.status === 401) tellSignedOut();
    if (away.has(response.status) || response.headers.has(keptHeader)) void doubtConnection();
    else trustConnection();
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) void doubtConnection();
    throw error;
  }
}

const options = { url: '/trpc', fetch: watchedFetch as typeof fetch };

/** What a screen begins with goes alone, so that it can be asked for ahead; the home feed can be kept so, too. */
const alone = new Set(['auth.session', 'feed.home', 'posts.byUser']);

/** The typed client without React; pages before sign-in use only this. */
export const api = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ path }) => alone.has(path),
      true: httpLink(options),
      false: httpBatchLink({ ...options, maxItems: 20 }),
    }),
  ],
});
