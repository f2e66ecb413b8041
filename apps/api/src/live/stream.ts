import type { LiveItem } from '@kith/contracts';
import type { LiveNews } from '@kith/domain';
import type { Replays } from './replays.ts';

/**
 * The maximum number of events queued for a slow browser. Beyond that the stream is closed, and the browser reconnects and
 * catches up.
 */
const most = 1_000;

/** A message or a promise of one; null if there is none after all. */
type Arriving = LiveNews | null | Promise<LiveNews | null>;

/** Consumes an event; if it returns a promise, the next event waits for it. */
type Take = (item: LiveItem) => Promise<unknown> | undefined;

/**
 * The stream of one browser, which delivers its messages in order. Promises and iterator results are reused instead of allocated
 * per event: with ten thousand streams those would fill V8's old generation.
 */
export class Stream {
  readonly id: string;
  readonly userId: number;
  readonly sessionId: string;
  /** Posts on its screen. */
  watched: readonly number[] = [];
  readonly #replays: Replays;
  readonly #onEnd: () => void;
  #waiting: Arriving[] = [];
  /** True while the first queued message is being read, or the last delivered one is being consumed. */
  #held = false;
  #take: Take | null = null;
  #over: PromiseWithResolvers<void> | null = null;
  #ended = false;

  constructor(id: string, userId: number, sessionId: string, replays: Replays, onEnd: () => void) {
    this.id = id;
    this.userId = userId;
    this.sessionId = sessionId;
    this.#replays = replays;
    this.#onEnd = onEnd;
  }

  receive(news: Arriving): void {
    if (this.#ended) return;
    if (this.#waiting.length >= most) {
      this.end();
      return;
    }
    this.#waiting.push(news);
    this.#give();
  }

  /** Replays what the stream missed, after the member's earlier replays; null if the stream has closed by then. */
  replay<T>(read: () => Promise<T>): Promise<T | null> {
    return this.#replays.run(this.userId, async () => (this.#ended ? null : read()));
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting = [];
    this.#onEnd();
    this.#over?.resolve();
  }

  /**
   * Passes each message for this user to `take`; call it once per stream. Resolves when the stream closes, and rejects and closes
   * it when `take` rejects.
   */
  handTo(take: Take): Promise<void> {
    this.#take = take;
    this.#over = Promise.withResolvers<void>();
    if (this.#ended) this.#over.resolve();
    this.#give();
    return this.#over.promise;
  }

  #give(): void {
    while (this.#take && !this.#held && this.#waiting.length > 0) {
      const news = this.#waiting.shift();
      try {
        if (news instanceof Promise) this.#hold(news.then((read) => this.#hand(read)));
        else this.#hold(this.#hand(news));
      } catch (error) {
        this.#fail(error);
      }
    }
  }

  #hand(news: LiveNews | null | undefined): Promise<unknown> | undefined {
    if (this.#ended || !news?.readers.has(this.userId)) return undefined;
    return this.#take?.(news.itemFor ? news.itemFor(this.userId) : news.item);
  }

  /** Delivers nothing more until the promise resolves. */
  #hold(until: Promise<unknown> | undefined): void {
    if (!until) return;
    this.#held = true;
    until.then(
      () => {
        this.#held = false;
        this.#give();
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #fail(error: unknown): void {
    this.#over?.reject(error);
    this.end();
  }
}
