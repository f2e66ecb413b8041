/**
 * Sends only the last requested state of a toggle. While a call is in flight, each new request replaces the previous one. At
 * the end, the state that the server confirmed last is reported, so that a failed toggle is reverted. The confirmed state may
 * differ from the requested one: following a private member, for example, becomes a request.
 */
export class ToggleQueue<T = boolean> {
  #confirmed: T;
  #requested: T;
  #running: Promise<void> | null = null;
  readonly #send: (requested: T) => Promise<T>;
  readonly #settle: (confirmed: T, error: unknown) => void;

  constructor(initial: T, send: (requested: T) => Promise<T>, settle: (confirmed: T, error: unknown) => void) {
    this.#confirmed = initial;
    this.#requested = initial;
    this.#send = send;
    this.#settle = settle;
  }

  request(requested: T): Promise<void> {
    this.#requested = requested;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    let failure: unknown;
    while (this.#requested !== this.#confirmed) {
      const requested = this.#requested;
      try {
        this.#confirmed = await this.#send(requested);
        if (this.#requested === requested) this.#requested = this.#confirmed;
        failure = undefined;
      } catch (error) {
        failure = this.#requested === requested ? error : undefined;
        if (failure) this.#requested = this.#confirmed;
      }
    }
    this.#settle(this.#confirmed, failure);
  }
}

interface Options<T> {
  /** Identifies what is toggled, such as the like of a post, so that all buttons for it share one queue. */
  key: string;
  /** The current state, used if no call is in flight. */
  value: T;
  send: (requested: T) => Promise<T>;
  /** Called immediately, before the server responds. */
  onRequest: (requested: T) => void;
  onSettled: (confirmed: T, error: unknown) => void;
}

// Each key is used with only one type of state, so the type casts below are safe.
const queues = new Map<string, unknown>();

/** Shows the requested state immediately, and sends only the last requested state. */
export function toggle<T>(requested: T, { key, value, send, onRequest, onSettled }: Options<T>): void {
  let queue = queues.get(key) as ToggleQueue<T> | undefined;
  if (!queue) {
    queue = new ToggleQueue(value, send, (confirmed, error) => {
      queues.delete(key);
      onSettled(confirmed, error);
    });
    queues.set(key, queue);
  }
  onRequest(requested);
  void queue.request(requested);
}

/** Returns a function for a button that calls `toggle` with these options. */
export const useToggleMutationQueue =
  <T>(options: Options<T>) =>
  (requested: T) =>
    toggle(requested, options);

/** Returns whether a toggle is being sent. Live events about the same thing are ignored meanwhile. */
export const isToggling = (key: string): boolean => queues.has(key);
