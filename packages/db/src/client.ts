import { Socket } from 'node:net';
import pg from 'pg';

/** Thrown when PostgreSQL is unreachable. `code` is the system's code for a time-out, which callers handle. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('PostgreSQL does not answer');
  }
}

/** A pg client whose connection can be closed without PostgreSQL's cooperation. */
export class Client extends pg.Client {
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig) {
    const socket = new Socket();
    super({ keepAlive: true, ...config, stream: () => socket });
    this.#socket = socket;
    // Pending queries are rejected in any case; without a listener the `error` event would end the process.
    this.on('error', () => {});
  }

  /** Destroys the socket without the terminate message, which a hanging server would not answer. Pending queries fail. */
  abort(error: Error = new DatabaseUnavailable()): void {
    this.#socket.destroy(error);
  }
}
