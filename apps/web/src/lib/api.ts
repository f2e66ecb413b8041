import type { AppRouter } from '@kith/trpc';
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { checkConnection, confirmConnection } from './connection.ts';
import { firstQueries } from './firstRequests.ts';
import { cachedHeader } from './offlineCache.ts';
import { createSignal } from './store.ts';

const signedOut = createSignal();

/** Calls a function whenever the server responds that nobody is signed in. */
export const watchSignedOut = signedOut.watch;

/** `left` means that the member has logged out and the page is about to close. The server would refuse further requests. */
type Leaving = boolean | 'left';

let leaving: Leaving = false;

/**
 * Whether the member is logging out or deleting the account in this tab. If so, other code must not handle the end of the
 * session.
 */
export const isLeaving = (): Leaving => leaving;

export function setLeaving(next: Leaving): void {
  leaving = next;
}

declare global {
  /** The responses to the requests of the start script, by address. */
  var kithPrefetched: Map<string, Promise<Response>> | undefined;
}

/** How long after the page load, in milliseconds, prefetched responses may be used. */
const maxAgeMs = 20_000;

/** Returns the response that the start script has requested from this address, if any. Each response is returned only once. */
function takePrefetched(address: string): Promise<Response> | undefined {
  if (performance.now() > maxAgeMs) return undefined;
  const response = globalThis.kithPrefetched?.get(address);
  globalThis.kithPrefetched?.delete(address);
  return response;
}

/** Drops the prefetched responses of a member who logs out. */
export function dropPrefetched(): void {
  globalThis.kithPrefetched = undefined;
}

const unavailable = new Set([502, 503, 504]);

/** How long, in milliseconds, a call may take. After that it fails, so that nothing waits for it forever. */
const timeoutMs = 30_000;

const withTimeout = (signal?: AbortSignal | null): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);

async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await (takePrefetched(String(input)) ??
      fetch(input, { ...init, signal: withTimeout(init?.signal) }));
    if (response.status === 401) signedOut.emit();
    if (unavailable.has(response.status) || response.headers.has(cachedHeader)) void checkConnection();
    else confirmConnection();
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) void checkConnection();
    throw error;
  }
}

const options = { url: '/trpc', fetch: watchedFetch as typeof fetch };

/**
 * Calls that are sent without batching, because the start script prefetches them and the service worker caches the home feed.
 */
const unbatched: ReadonlySet<string> = new Set(firstQueries);

/** The typed API client without React. Pages for visitors use only this client. */
export const api = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ path }) => unbatched.has(path),
      true: httpLink(options),
      false: httpBatchLink({ ...options, maxItems: 20 }),
    }),
  ],
});
