import type { AppRouter } from '@kith/trpc';
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { doubtConnection, trustConnection } from './connection.ts';
import { keptHeader } from './kept.ts';

const watchers = new Set<() => void>();

/** Told whenever the server answers that nobody is signed in here. */
export function watchSignedOut(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

export function tellSignedOut(): void {
  for (const watcher of watchers) watcher();
}

let leaving = false;

/** Whether the member is logging out or deleting the account here: then the end of the session is no news. */
export const isLeaving = (): boolean => leaving;

export function setLeaving(next: boolean): void {
  leaving = next;
}

declare global {
  /** Put there by the start script: answers under way, by address, and when the first of them is drawn. */
  var kithAhead: { answers: Map<string, Promise<Response>>; drawn: Promise<unknown> } | undefined;
}

/** Who asks later wants to know how things are then. */
const fresh = 10_000;

/** The answer to what was asked before the scripts were there; each can be had once. */
export function takeAhead(address: string): Promise<Response> | undefined {
  const answer = performance.now() < fresh ? globalThis.kithAhead?.answers.get(address) : undefined;
  globalThis.kithAhead?.answers.delete(address);
  return answer;
}

/** What was asked for a member is nothing for the next one. */
export function forgetAhead(): void {
  globalThis.kithAhead = undefined;
}

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
