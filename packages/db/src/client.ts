import { Socket } from 'node:net';
import pg from 'pg';

/** PostgreSQL is out of reach. Its code is one that callers know from the system. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('PostgreSQL does not answer');
  }
}

/** A client of pg whose connection can be ended without PostgreSQL's help. */
export class Client extends pg.Client {
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig) {
    const socket = new Socket();
    super({ keepAlive: true, ...config, stream: () => socket });
    this.#socket = socket;
    // What waits for the connection is rejected; without a listener the process would end.
    this.on('error', () => {});
  }

  /** Ends the socket without a farewell, for which a server that hangs would have to be there. What was asked on it fails. */
  cut(error: Error = new DatabaseAway()): void {
    this.#socket.destroy(error);
  }
}
