import type * as contracts from '@kith/contracts';

type LiveItem = typeof contracts.liveItem._zod.output;
type LiveName = LiveItem['name'];
type Handler = (item: LiveItem) => void;

const handlers = new Map<LiveName, Set<Handler>>();
const watchers = new Set<(connected: boolean) => void>();
/** Buffers of `listenLazily`, for listeners whose code is not loaded yet. `collected` holds what such a listener subscribes to. */
const buffers = new Set<Handler>();
let collected: [LiveName, Handler][] | undefined;
let connected = false;

const setConnected = (next: boolean): void => {
  if (connected === next) return;
  connected = next;
  for (const watcher of watchers) watcher(next);
};

/** Subscribes to one kind of event until the returned function is called. */
export function onLive<N extends LiveName>(name: N, handler: (item: Extract<LiveItem, { name: N }>) => void) {
  const set = handlers.get(name) ?? new Set<Handler>();
  collected?.push([name, handler as Handler]);
  handlers.set(name, set.add(handler as Handler));
  return () => void set.delete(handler as Handler);
}

/**
 * Buffers events for a listener whose code is loaded on demand: at the first event for which `wanted` is true, or when `now` is
 * called. The listener then receives the buffered events in order, so that none is missed.
 */
export function listenLazily(load: () => Promise<() => () => void>, wanted: (item: LiveItem) => boolean) {
  const buffered: LiveItem[] = [];
  let loading = false;
  let stop: (() => void) | undefined;
  const buffer = (item: LiveItem) => {
    buffered.push(item);
    if (wanted(item)) loadNow();
  };
  const loadNow = (): void => {
    if (loading || !buffers.has(buffer)) return;
    loading = true;
    load().then(
      (listen) => {
        if (!buffers.delete(buffer)) return;
        collected = [];
        stop = listen();
        const own = collected;
        collected = undefined;
        for (const item of buffered) for (const [name, handler] of own) if (name === item.name) handler(item);
      },
      () => {
        // The code could not be fetched; the next event retries.
        loading = false;
      },
    );
  };
  buffers.add(buffer);
  return {
    now: loadNow,
    stop: () => {
      buffers.delete(buffer);
      stop?.();
    },
  };
}

export const isLive = (): boolean => connected;

export function watchLive(watcher: (connected: boolean) => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/**
 * How long to wait before reopening a stream that has ended, in milliseconds; randomised, because many streams end at the same
 * time.
 */
const reconnectDelay = () => 5_000 + Math.random() * 10_000;

/** After this many milliseconds without an event or a ping, a stream counts as broken. The server pings every fifteen seconds. */
const silenceTimeoutMs = 40_000;

/**
 * Opens this browser's single stream, the subscription `live.stream`, which resumes after the last event received. The browser
 * itself reconnects after a lost connection. EventSource is used directly, because tRPC's subscription link would be 3 % of the
 * first load.
 */
export function openLive(): () => void {
  let lastEventId: string | undefined;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    setConnected(false);
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
    const input = JSON.stringify({ lastEventId });
    source = new EventSource(`/trpc/live.stream?input=${encodeURIComponent(input)}`);
    source.addEventListener('connected', () => {
      onActivity();
      setConnected(true);
    });
    source.addEventListener('ping', onActivity);
    source.addEventListener('message', ({ data, lastEventId: id }) => {
      onActivity();
      lastEventId = id;
      const item = JSON.parse(data) as LiveItem;
      for (const handler of [...(handlers.get(item.name) ?? []), ...buffers]) handler(item);
    });
    // The server sends one of these events when it has ended the stream or refused the call.
    for (const name of ['return', 'serialized-error']) source.addEventListener(name, () => openIn(reconnectDelay()));
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) openIn(reconnectDelay());
      else setConnected(false);
    });
  };
  open();
  return close;
}

/** The minimum interval between two refetches caused by live events, in milliseconds: a popular member receives many a second. */
export const refetchIntervalMs = 2_000;

/**
 * Limits calls of `work` to one per `ms` milliseconds. The first call runs at once; calls during the interval cause one more run
 * at its end, so that none is lost.
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
