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
