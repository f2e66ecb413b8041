import type { LiveEvent } from '@kith/domain';

/** Most events that wait for a slow browser. Beyond that the stream is ended, and the browser reconnects and catches up. */
const most = 1_000;

/** One browser's stream: events wait here until the browser takes them. */
export class Stream {
  readonly userId: number;
  readonly sessionId: string;
  /** Authors whose posts it receives. An array, because ten thousand Sets would take ten megabytes more. */
  followed: number[] = [];
  readonly #onEnd: () => void;
  #waiting: LiveEvent[] = [];
  #wake: (() => void) | null = null;
  #ended = false;

  constructor(userId: number, sessionId: string, onEnd: () => void) {
    this.userId = userId;
    this.sessionId = sessionId;
    this.#onEnd = onEnd;
  }

  receive(event: LiveEvent): void {
    if (this.#ended) return;
    if (this.#waiting.length >= most) {
      this.end();
      return;
    }
    this.#waiting.push(event);
    this.#wake?.();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting = [];
    this.#onEnd();
    this.#wake?.();
  }

  async *events(): AsyncGenerator<LiveEvent> {
    try {
      while (!this.#ended) {
        const events = this.#waiting;
        this.#waiting = [];
        for (const event of events) {
          if (this.#ended) return;
          yield event;
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
