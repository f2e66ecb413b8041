/**
 * Sends the last wish of a toggle and nothing in between. While one call is under way further wishes only replace each
 * other; when all is quiet the state that the server confirmed last is reported, so a failure rolls back by itself.
 */
export class ToggleQueue {
  #confirmed: boolean;
  #wish: boolean;
  #running: Promise<void> | null = null;
  readonly #send: (wish: boolean) => Promise<boolean>;
  readonly #settle: (confirmed: boolean, error: unknown) => void;

  constructor(
    initial: boolean,
    send: (wish: boolean) => Promise<boolean>,
    settle: (confirmed: boolean, error: unknown) => void,
  ) {
    this.#confirmed = initial;
    this.#wish = initial;
    this.#send = send;
    this.#settle = settle;
  }

  want(wish: boolean): Promise<void> {
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

interface Options {
  /** Names the thing toggled, so that every button for it shares one queue. */
  key: string;
  /** The state that the cache shows when nothing is under way. */
  value: boolean;
  send: (wish: boolean) => Promise<boolean>;
  /** Told at once, before the server answers. */
  onWish: (wish: boolean) => void;
  onSettled: (confirmed: boolean, error: unknown) => void;
}

const running = new Map<string, ToggleQueue>();

/** A toggle that answers at once and sends only the last wish. */
export function useToggleMutationQueue({ key, value, send, onWish, onSettled }: Options) {
  return (wish: boolean) => {
    let queue = running.get(key);
    if (!queue) {
      queue = new ToggleQueue(value, send, (confirmed, error) => {
        running.delete(key);
        onSettled(confirmed, error);
      });
      running.set(key, queue);
    }
    onWish(wish);
    void queue.want(wish);
  };
}

/** Whether a toggle is being sent; live events about it are ignored meanwhile. */
export const isToggling = (key: string): boolean => running.has(key);
