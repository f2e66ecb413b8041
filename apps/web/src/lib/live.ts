import type * as contracts from '@kith/contracts';

type LiveItem = typeof contracts.liveItem._zod.output;
type LiveName = LiveItem['name'];
type Handler = (item: LiveItem) => void;

const handlers = new Map<LiveName, Set<Handler>>();
const watchers = new Set<(up: boolean) => void>();
/** Buffers of `listenLate`, for listeners whose code is not loaded yet. `begun` collects what such a listener subscribes to. */
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
 * Buffers events for a listener whose code is loaded on demand: at the first event for which `wanted` is true, or when `now` is
 * called. The listener then receives the buffered events in order, so that none is missed.
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
        // The code could not be fetched; the next event retries.
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
 * How long to wait before reopening a stream that has ended, in milliseconds; randomised, because many streams end at the same
 * time.
 */
const comeBackAfter = () => 5_000 + Math.random() * 10_000;

/** After this many milliseconds without an event or a ping, a stream counts as broken. The server pings every fifteen seconds. */
const longestSilence = 40_000;

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
    setUp(false);
    clearTimeout(timer);
    clearTimeout(silence);
    source.close();
  };
  const openIn = (milliseconds: number) => {
    close();
    timer = setTimeout(open, milliseconds);
  };
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => openIn(0), longestSilence);
  };
  const open = () => {
    const input = JSON.stringify({ lastEventId });
    source = new EventSource(`/trpc/live.stream?input=${encodeURIComponent(input)}`);
    source.addEventListener('connected', () => {
      heard();
      setUp(true);
    });
    source.addEventListener('ping', heard);
    source.addEventListener('message', ({ data, lastEventId: id }) => {
      heard();
      lastEventId = id;
      const item = JSON.parse(data) as LiveItem;
      for (const handler of [...(handlers.get(item.name) ?? []), ...buffers]) handler(item);
    });
    // The server sends one of these events when it has ended the stream or refused the call.
    for (const name of ['return', 'serialized-error']) source.addEventListener(name, () => openIn(comeBackAfter()));
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) openIn(comeBackAfter());
      else setUp(false);
    });
  };
  open();
  return close;
}

/** The minimum interval between two refetches caused by live events, in milliseconds: a popular member receives many a second. */
export const breath = 2_000;

/**
 * Limits calls of `work` to one per `ms` milliseconds. The first call runs at once; calls during the interval cause one more run
 * at its end, so that none is lost.
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
