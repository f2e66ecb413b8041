/**
 * Sends only the last requested state of a toggle. While a call is in flight, further toggles replace each other. At the end, the
 * last confirmed state is reported, so that a failure rolls back. The confirmed state may differ from the requested one:
 * following a private member becomes a request.
 */
export class ToggleQueue<T = boolean> {
  #confirmed: T;
  #wish: T;
  #running: Promise<void> | null = null;
  readonly #send: (wish: T) => Promise<T>;
  readonly #settle: (confirmed: T, error: unknown) => void;

  constructor(initial: T, send: (wish: T) => Promise<T>, settle: (confirmed: T, error: unknown) => void) {
    this.#confirmed = initial;
    this.#wish = initial;
    this.#send = send;
    this.#settle = settle;
  }

  want(wish: T): Promise<void> {
    this.#wish = wish;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    let failure: unknown;
    while (this.#wish !== this.#confirmed) {
      const wish = this.#wish;
      try {
        this.#confirmed = await this.#send(wish);
        if (this.#wish === wish) this.#wish = this.#confirmed;
        failure = undefined;
      } catch (error) {
        failure = this.#wish === wish ? error : undefined;
        if (failure) this.#wish = this.#confirmed;
      }
    }
    this.#settle(this.#confirmed, failure);
  }
}

interface Options<T> {
  /** Identifies what is toggled, such as a post's like, so that all its buttons share one queue. */
  key: string;
  /** The state in the cache when no call is in flight. */
  value: T;
  send: (wish: T) => Promise<T>;
  /** Called immediately, before the server responds. */
  onWish: (wish: T) => void;
  onSettled: (confirmed: T, error: unknown) => void;
}

// Every key is used with only one type of state, so the casts below are safe.
const running = new Map<string, unknown>();

/** Shows the requested state immediately, and sends only the last one. */
export function toggle<T>(wish: T, { key, value, send, onWish, onSettled }: Options<T>): void {
  let queue = running.get(key) as ToggleQueue<T> | undefined;
  if (!queue) {
    queue = new ToggleQueue(value, send, (confirmed, error) => {
      running.delete(key);
      onSettled(confirmed, error);
    });
    running.set(key, queue);
  }
  onWish(wish);
  void queue.want(wish);
}

/** Returns a `toggle` function for a button. */
export const useToggleMutationQueue =
  <T>(options: Options<T>) =>
  (wish: T) =>
    toggle(wish, options);

/** Whether a toggle is being sent; live events about the same thing are ignored meanwhile. */
export const isToggling = (key: string): boolean => running.has(key);
