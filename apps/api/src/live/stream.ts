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
  #wake: (() => void) | null = null;
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
    this.#wake?.();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting = [];
    this.#onEnd();
    this.#wake?.();
  }

  /** What is for this user, of what arrives. */
  async *items(): AsyncGenerator<LiveItem> {
    try {
      while (!this.#ended) {
        const arrived = this.#waiting;
        this.#waiting = [];
        for (const arriving of arrived) {
          const news = await arriving;
          if (this.#ended) return;
          if (news?.readers.has(this.userId)) yield news.item;
        }
        if (this.#waiting.length === 0 && !this.#ended) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          this.#wake = null;
        }
      }
    } finally {
      this.end();
    }
  }
}
