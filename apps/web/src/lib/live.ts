import type * as contracts from '@kith/contracts';

type LiveItem = typeof contracts.liveItem._zod.output;
type LiveName = LiveItem['name'];
type Handler = (item: LiveItem) => void;

const handlers = new Map<LiveName, Set<Handler>>();
const watchers = new Set<(up: boolean) => void>();
/** Buffers for listeners that are not loaded yet, and what the one that begins to listen subscribes. */
const buffers = new Set<Handler>();
let begun: [LiveName, Handler][] | undefined;
let up = false;

const setUp = (next: boolean): void => {
  if (up === next) return;
  up = next;
  for (const watcher of watchers) watcher(next);
};

/** Subscribes to one kind of event until the returned function is called. */
export function onLive<N extends LiveName>(name: N, handler: (item: Extract<LiveItem, { name: N }>) => void) {
  const set = handlers.get(name) ?? new Set<Handler>();
  begun?.push([name, handler as Handler]);
  handlers.set(name, set.add(handler as Handler));
  return () => void set.delete(handler as Handler);
}

/**
 * Events for a listener whose code is loaded late: `wanted` is asked about each event whether it is time, and `now` says so from elsewhere.
 * What came until then is handed to it in order, so it misses nothing.
 */
export function listenLate(load: () => Promise<() => () => void>, wanted: (item: LiveItem) => boolean) {
  const missed: LiveItem[] = [];
  let loading = false;
  let stop: (() => void) | undefined;
  const buffer = (item: LiveItem) => {
    missed.push(item);
    if (wanted(item)) now();
  };
  const now = (): void => {
    if (loading || !buffers.has(buffer)) return;
    loading = true;
    load().then(
      (listen) => {
        if (!buffers.delete(buffer)) return;
        begun = [];
        stop = listen();
        const own = begun;
        begun = undefined;
        for (const item of missed) for (const [name, handler] of own) if (name === item.name) handler(item);
      },
      () => {
        // Without a connection: the next event tries again.
        loading = false;
      },
    );
  };
  buffers.add(buffer);
  return {
    now,
    stop: () => {
      buffers.delete(buffer);
      stop?.();
    },
  };
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

/** Milliseconds without an event or a ping after which a stream is opened again, until the server names its own. */
const silence = 40_000;

/** The JSON-RPC code of every fault of the server. */
const serverFault = -32_603;

/**
 * Opens this browser's single stream, which resumes after the last event received. The browser reconnects after a lost connection
 * by itself; a stream that the server closed or refused is final for the browser, so it is opened again here, as is a silent one. It reads
 * the server's events without the client's link for them, which is five times as large.
 */
export function openLive(): () => void {
  let lastEventId = '';
  let stream: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setTimeout> | undefined;
  let patience = silence;
  const close = () => {
    clearTimeout(watch);
    stream.close();
    setUp(false);
  };
  const again = () => {
    close();
    clearTimeout(timer);
    timer = setTimeout(open, comeBackAfter());
  };
  const heard = () => {
    clearTimeout(watch);
    watch = setTimeout(() => {
      close();
      open();
    }, patience);
  };
  const open = () => {
    const input = lastEventId && `?input=${encodeURIComponent(JSON.stringify({ lastEventId }))}`;
    stream = new EventSource(`/trpc/live.stream${input}`);
    heard();
    stream.addEventListener('connected', ({ data }) => {
      patience = JSON.parse(data).reconnectAfterInactivityMs ?? silence;
      heard();
      setUp(true);
    });
    stream.addEventListener('ping', heard);
    stream.addEventListener('return', again);
    stream.addEventListener('serialized-error', ({ data }) => {
      // After a fault of the server the browser comes back by itself; anything else is a refusal.
      if (JSON.parse(data).code === serverFault) setUp(false);
      else again();
    });
    stream.addEventListener('error', () => {
      if (stream.readyState === EventSource.CLOSED) again();
      else setUp(false);
    });
    stream.addEventListener('message', (event) => {
      heard();
      lastEventId = event.lastEventId;
      const item = JSON.parse(event.data) as LiveItem;
      for (const handler of [...(handlers.get(item.name) ?? []), ...buffers]) handler(item);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    close();
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
