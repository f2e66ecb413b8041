import type * as contracts from '@kith/contracts';
import type { AppRouter } from '@kith/trpc';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';

type LiveItem = typeof contracts.liveItem._zod.output;
type LiveName = LiveItem['name'];
type Handler = (item: LiveItem) => void;

const handlers = new Map<LiveName, Set<Handler>>();
const watchers = new Set<(up: boolean) => void>();
let up = false;

const setUp = (next: boolean): void => {
  if (up === next) return;
  up = next;
  for (const watcher of watchers) watcher(next);
};

/** Subscribes to one kind of event until the returned function is called. */
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

/**
 * When a stream that the server closed or refused is opened again, in milliseconds: randomised, because many close at the same
 * time.
 */
const comeBackAfter = () => 5_000 + Math.random() * 10_000;

/**
 * Opens this browser's single stream, which resumes after the last event received. The client reconnects after a lost connection
 * by itself; a stream that the server closed or refused is final for the client, so it is opened again here.
 */
export function openLive(): () => void {
  const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/trpc' })] });
  let lastEventId: string | undefined;
  let stream: { unsubscribe(): void };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    setUp(false);
    clearTimeout(timer);
    timer = setTimeout(open, comeBackAfter());
  };
  const open = () => {
    stream = client.live.stream.subscribe(lastEventId === undefined ? undefined : { lastEventId }, {
      onConnectionStateChange: ({ state }) => setUp(state === 'pending'),
      onData: (event) => {
        lastEventId = event.id;
        const item = event.data as LiveItem;
        for (const handler of handlers.get(item.name) ?? []) handler(item);
      },
      onError: again,
      onComplete: again,
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    stream.unsubscribe();
    setUp(false);
  };
}

/** Milliseconds between two refetches of data that live events only announce: a popular member receives many a second. */
export const breath = 2_000;

/**
 * Calls `work` at once; if it is requested again within `ms` milliseconds, once more at their end. So it is never called more
 * often, and no request is missed.
 */
export function spaced(ms: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  const run = (): void => {
    if (timer !== undefined) {
      asked = true;
      return;
    }
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (!asked) return;
      asked = false;
      run();
    }, ms);
  };
  return { run, stop: () => clearTimeout(timer) };
}
