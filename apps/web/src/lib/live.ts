import type { AppRouter } from '@kith/trpc';
import type * as contracts from '@kith/trpc/contracts';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';

export type LiveItem = typeof contracts.liveItem._zod.output;
export type LiveName = LiveItem['name'];
type Handler = (item: LiveItem) => void;

const handlers = new Map<LiveName, Set<Handler>>();
const watchers = new Set<(up: boolean) => void>();
let up = false;

const setUp = (next: boolean): void => {
  if (up === next) return;
  up = next;
  for (const watcher of watchers) watcher(next);
};

/** Hears one kind of event for as long as the returned function is not called. */
export function onLive<N extends LiveName>(name: N, handler: (item: Extract<LiveItem, { name: N }>) => void) {
  const set = handlers.get(name) ?? new Set<Handler>();
  handlers.set(name, set.add(handler as Handler));
  return () => void set.delete(handler as Handler);
}

export const isLive = (): boolean => up;

export function watchLive(watcher: (up: boolean) => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Opens this browser's one stream; it reconnects by itself and goes on after the last event it has. */
export function openLive(): () => void {
  const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/trpc' })] });
  const stream = client.live.stream.subscribe(undefined, {
    onConnectionStateChange: ({ state }) => setUp(state === 'pending'),
    onData: (event) => {
      const item = event.data as LiveItem;
      for (const handler of handlers.get(item.name) ?? []) handler(item);
    },
    onError: () => setUp(false),
  });
  return () => {
    stream.unsubscribe();
    setUp(false);
  };
}
