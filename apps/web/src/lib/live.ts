import type * as contracts from '@kith/contracts';
import { logOutState } from './api.ts';
import { createStore, useStore } from './store.ts';

type LiveItem = typeof contracts.liveItem._zod.output;
type LiveName = LiveItem['name'];
type Handler = (item: LiveItem) => void;

const handlers = new Map<LiveName, Set<Handler>>();
const connected = createStore(false);

/** Subscribes to one kind of live event, until the returned function is called. */
export function onLive<N extends LiveName>(name: N, handler: (item: Extract<LiveItem, { name: N }>) => void) {
  const set = handlers.get(name) ?? new Set<Handler>();
  handlers.set(name, set.add(handler as Handler));
  return () => void set.delete(handler as Handler);
}

/** Whether the live stream is open. */
export const isLive = connected.get;
export const watchLive = connected.watch;
export const useLive = (): boolean => useStore(connected);

/**
 * How long, in milliseconds, to wait before a stream that has ended is reopened. The time is random, because many streams end
 * together.
 */
const reconnectDelay = () => 5_000 + Math.random() * 10_000;

/** How long, in milliseconds, a stream may be silent before it counts as broken. The server sends a ping every 15 seconds. */
const silenceTimeoutMs = 40_000;

/**
 * Opens this tab's live stream, which resumes after the last event that was received. The browser itself reconnects after a lost
 * connection.
 */
export function openLive(): () => void {
  let lastEventId: string | undefined;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    connected.set(false);
    clearTimeout(timer);
    clearTimeout(silence);
    source.close();
  };
  const openIn = (milliseconds: number) => {
    close();
    timer = setTimeout(open, milliseconds);
  };
  const onActivity = () => {
    clearTimeout(silence);
    silence = setTimeout(() => openIn(0), silenceTimeoutMs);
  };
  const open = () => {
    source = new EventSource(`/stream?chats=true${lastEventId ? `&lastEventId=${lastEventId}` : ''}`);
    source.addEventListener('open', () => {
      onActivity();
      connected.set(true);
    });
    source.addEventListener('ping', onActivity);
    source.addEventListener('message', ({ data, lastEventId: id }) => {
      onActivity();
      lastEventId = id;
      const item = JSON.parse(data) as LiveItem;
      for (const handler of [...(handlers.get(item.name) ?? [])]) handler(item);
    });
    source.addEventListener('error', () => {
      // The browser gives up when the server refuses the stream, for example because the session has ended. A stream that ends
      // with a log-out in this tab would only be refused.
      if (source.readyState === EventSource.CLOSED || logOutState() !== 'none') openIn(reconnectDelay());
      else connected.set(false);
    });
  };
  open();
  return close;
}

/** The minimum interval, in milliseconds, between two refetches caused by live events, of which a popular member gets many. */
export const refetchIntervalMs = 2_000;

/**
 * Limits calls of `work` to one per `ms` milliseconds. The first call runs at once. Any calls during the interval cause one
 * more run at the end of the interval, so that the last change is not missed.
 */
export function throttle(ms: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const run = (): void => {
    if (timer !== undefined) {
      again = true;
      return;
    }
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (!again) return;
      again = false;
      run();
    }, ms);
  };
  return { run, stop: () => clearTimeout(timer) };
}
