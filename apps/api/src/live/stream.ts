import type { LiveItem } from '@kith/contracts';
import type { LiveNews } from '@kith/domain';
import type { Replays } from './replays.ts';

/** Most events that wait for a slow browser. Beyond that the stream is ended, and the browser reconnects and catches up. */
const most = 1_000;

/** News, or news that is still being read; null when there is none after all. */
type Arriving = LiveNews | null | Promise<LiveNews | null>;

/** Takes an event; one that answers with a promise is given no other before it resolves. */
type Take = (item: LiveItem) => Promise<unknown> | undefined;

/**
 * One browser's stream: hands out its news in the order in which it happened. What would wait for the next event, a promise or
 * an iterator's step, is not made anew with each: with ten thousand streams that is what V8's old generation fills up with.
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
  /** Until the first of those that wait is read, or the last that was handed out is taken. */
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

  /** Reads what the stream missed when it is this member's next; null when the stream has ended by then. */
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

  /** Hands each event that is for this user to `take`, once for a stream. Resolves at its end, and rejects, ending it, when `take` does. */
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
    return !this.#ended && news?.readers.has(this.userId) ? this.#take?.(news.item) : undefined;
  }

  /** Gives nothing more until then. */
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
