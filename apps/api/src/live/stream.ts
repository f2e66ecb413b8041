import type { LiveItem } from '@kith/contracts';
import type { LiveNews } from '@kith/domain';

/** Most events that wait for a slow browser. Beyond that the stream is ended, and the browser reconnects and catches up. */
const most = 1_000;

/** News, or news that is still being read; null when there is none after all. */
type Arriving = LiveNews | null | Promise<LiveNews | null>;

/** One browser's stream: news waits here, in the order in which it happened, until the browser takes it. */
export class Stream {
  readonly id: string;
  readonly userId: number;
  readonly sessionId: string;
  /** Posts on its screen. */
  watched: readonly number[] = [];
  readonly #onEnd: () => void;
  #waiting: Arriving[] = [];
  #reading = false;
  #take: ((item: LiveItem | null) => void) | null = null;
  #ended = false;

  constructor(id: string, userId: number, sessionId: string, onEnd: () => void) {
    this.id = id;
    this.userId = userId;
    this.sessionId = sessionId;
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

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting = [];
    this.#onEnd();
    this.#give();
  }

  /** What is next for this user, of what arrives; null when it has ended. To be asked one at a time. */
  next(): Promise<LiveItem | null> {
    return new Promise((resolve) => {
      this.#take = resolve;
      this.#give();
    });
  }

  #give(): void {
    while (this.#take && !this.#reading) {
      const news = this.#ended ? null : this.#waiting.shift();
      if (news === undefined) return;
      if (news instanceof Promise) {
        this.#reading = true;
        void news.then((read) => {
          this.#reading = false;
          if (!this.#ended) this.#waiting.unshift(read);
          this.#give();
        });
      } else if (this.#ended || news?.readers.has(this.userId)) {
        const take = this.#take;
        this.#take = null;
        take(news?.item ?? null);
      }
    }
  }
}
