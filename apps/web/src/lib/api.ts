import type { AppRouter } from '@kith/trpc';
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { checkConnection, confirmConnection } from './connection.ts';
import { firstQueries } from './firstRequests.ts';
import { cachedHeader } from './offlineCache.ts';
import { createSignal } from './store.ts';

const signedOut = createSignal();

/** Calls a function whenever the server responds that nobody is signed in. */
export const watchSignedOut = signedOut.watch;

/** `done` means that the server has ended the session and the page is about to close: it would refuse further requests. */
type LogOutState = 'none' | 'running' | 'done';

let currentLogOutState: LogOutState = 'none';

/**
 * How far a log-out, or the deletion of the account, has got in this tab. Unless it is `none`, other code must not handle the
 * end of the session.
 */
export const logOutState = (): LogOutState => currentLogOutState;

export function setLogOutState(next: LogOutState): void {
  currentLogOutState = next;
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
