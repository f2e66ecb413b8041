import type { LiveItem } from '@kith/contracts';
import type { LiveDelivery } from '@kith/domain';
import type { Replays } from './replays.ts';

/**
 * The maximum number of events queued for a slow browser. Beyond that the stream is closed, and the browser reconnects and
 * catches up.
 */
const maxQueued = 1_000;

/** An event to deliver, or a promise of one; null if there turns out to be none. */
type QueuedDelivery = LiveDelivery | null | Promise<LiveDelivery | null>;

/** Consumes an event; if it returns a promise, the next event waits for it. */
type Consumer = (item: LiveItem) => Promise<unknown> | undefined;

/**
 * The event stream of one browser, which delivers its events in order. It reuses promises and iterator results. If it allocated
 * new ones for every event, those of ten thousand streams would fill V8's old generation.
 */
export class Stream {
  readonly id: string;
  readonly userId: number;
  readonly sessionId: string;
  /** The posts on the browser's screen. */
  watched: readonly number[] = [];
  readonly #replays: Replays;
  readonly #onEnd: () => void;
  #queue: QueuedDelivery[] = [];
  /** True while the first queued event is being read, or the last delivered one is being consumed. */
  #busy = false;
  #consume: Consumer | null = null;
  #closed: PromiseWithResolvers<void> | null = null;
  #ended = false;

  constructor(id: string, userId: number, sessionId: string, replays: Replays, onEnd: () => void) {
    this.id = id;
    this.userId = userId;
    this.sessionId = sessionId;
    this.#replays = replays;
    this.#onEnd = onEnd;
  }

  receive(delivery: QueuedDelivery): void {
    if (this.#ended) return;
    if (this.#queue.length >= maxQueued) {
      this.end();
      return;
    }
    this.#queue.push(delivery);
    this.#deliverQueued();
  }

  /** Replays what the stream missed, after the member's earlier replays; null if the stream has closed by then. */
  replay<T>(read: () => Promise<T>): Promise<T | null> {
    return this.#replays.run(this.userId, async () => (this.#ended ? null : read()));
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#queue = [];
    this.#onEnd();
    this.#closed?.resolve();
  }

  /**
   * Passes each event for this user to `consume`; must be called once per stream. The returned promise resolves when the stream
   * closes. If `consume` rejects, the stream closes and the returned promise rejects.
   */
  deliverTo(consume: Consumer): Promise<void> {
    this.#consume = consume;
    this.#closed = Promise.withResolvers<void>();
    if (this.#ended) this.#closed.resolve();
    this.#deliverQueued();
    return this.#closed.promise;
  }

  #deliverQueued(): void {
    while (this.#consume && !this.#busy && this.#queue.length > 0) {
      const delivery = this.#queue.shift();
      try {
        if (delivery instanceof Promise) this.#waitFor(delivery.then((read) => this.#deliver(read)));
        else this.#waitFor(this.#deliver(delivery));
      } catch (error) {
        this.#fail(error);
      }
    }
  }

  #deliver(delivery: LiveDelivery | null | undefined): Promise<unknown> | undefined {
    if (this.#ended || !delivery?.readers.has(this.userId)) return undefined;
    return this.#consume?.(delivery.itemFor ? delivery.itemFor(this.userId) : delivery.item);
  }

  /** Delivers nothing more until the promise resolves. */
  #waitFor(until: Promise<unknown> | undefined): void {
    if (!until) return;
    this.#busy = true;
    until.then(
      () => {
        this.#busy = false;
        this.#deliverQueued();
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #fail(error: unknown): void {
    this.#closed?.reject(error);
    this.end();
  }
}
