import pg from 'pg';
import { Client, DatabaseUnavailable } from './client.ts';
import type { DatabaseMonitor } from './databaseMonitor.ts';

/** How long a call waits for a connection, in milliseconds, while all are in use or the server does not accept a new one. */
export const connectionTimeoutMillis = 5_000;

/**
 * The settings of a connection for prepared statements. Each statement is planned once. By default PostgreSQL would plan some
 * statements anew for the values of each call, which takes 1 to 6 ms for the larger statements and saves nothing.
 */
export const preparedSession = '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan';

/** Some connection errors of pg have no code: these are the codes that they get here, by error message. */
const codes: [RegExp, code: string][] = [
  [/^(?:timeout exceeded when trying to connect|Connection terminated due to)/, 'ETIMEDOUT'],
  [/^(?:Connection terminated|Client has encountered a connection error)/, 'ECONNRESET'],
];

function withCode<E extends Error & { code?: string }>(error: E): E {
  error.code ??= codes.find(([words]) => words.test(error.message))?.[1];
  return error;
}

type Callback = (error: Error | undefined, ...rest: unknown[]) => void;
type Call = (...args: unknown[]) => unknown;

/** Wraps `call`, which reports its end to a callback or by a promise: `onEnd` is called then, with the error if there was one. */
function observeEnd(call: Call, onEnd: (error?: Error) => void): Call {
  return (...args) => {
    const at = args.findIndex((arg) => typeof arg === 'function');
    if (at >= 0) {
      const callback = args[at] as Callback;
      args[at] = (error: Error | undefined, ...rest: unknown[]) => {
        onEnd(error);
        callback(error, ...rest);
      };
      return call(...args);
    }
    const result = call(...args);
    if (result instanceof Promise) result.then(() => onEnd(), onEnd);
    // In this case `result` is a stream of rows, whose reader handles errors.
    else onEnd();
    return result;
  };
}

/** The interval at which waiting connections are checked, in milliseconds. */
const checkIntervalMs = 1_000;

/**
 * A connection of a pool. `waiting` is the number of answers that it waits for. `since` is the number of checks that had been
 * made when it began to wait for the next answer: when the previous answer arrived or, if it was idle, when the query was sent.
 */
interface WatchedClient {
  client: Client;
  waiting: number;
  since: number;
}

/**
 * Closes connections that wait for an answer longer than `answerTimeoutMs`, because a hanging server cannot time a statement out
 * itself. This replaces pg's `query_timeout`, whose timers keep 2 kB of each statement and its rows in memory until V8 collects
 * the whole heap. It counts checks and not milliseconds, because no checks run while the machine sleeps.
 */
function closeUnanswered(answerTimeoutMs: number): (client: Client) => { sent(): void; answered(): void } {
  const maxChecks = Math.ceil(answerTimeoutMs / checkIntervalMs);
  const all = new Set<WatchedClient>();
  let checks = 0;
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    checks += 1;
    for (const { client, waiting, since } of all) if (waiting > 0 && checks - since > maxChecks) client.abort();
  };
  return (client) => {
    const watched: WatchedClient = { client, waiting: 0, since: 0 };
    all.add(watched);
    client.once('end', () => {
      all.delete(watched);
      if (all.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
    timer ??= setInterval(check, checkIntervalMs).unref();
    return {
      sent: () => {
        if (watched.waiting === 0) watched.since = checks;
        watched.waiting += 1;
      },
      answered: () => {
        watched.since = checks;
        watched.waiting -= 1;
      },
    };
  };
}

interface PoolOptions {
  /** With a monitor, connections to a hanging server are closed, and new ones are refused. */
  databaseMonitor?: DatabaseMonitor | undefined;
  /** Milliseconds after which a connection without an answer is closed, plus or minus a second; 0 or undefined: never. */
  answerTimeoutMs?: number;
}

/**
 * A pool that survives failures of the server: a connection that timed out is not reused, one that breaks while in use does not
 * end the process, and connection errors have a code. It connects with the first query.
 */
export function openPool(config: pg.PoolConfig, { databaseMonitor, answerTimeoutMs = 0 }: PoolOptions = {}): pg.Pool {
  const watch = answerTimeoutMs > 0 ? closeUnanswered(answerTimeoutMs) : null;

  class PooledClient extends Client {
    readonly #waiting = watch?.(this);
    readonly #query = observeEnd(
      (...args) => {
        const sent = (super.query as Call).apply(this, args);
        this.#waiting?.sent();
        return sent;
      },
      (error) => {
        this.#waiting?.answered();
        if (error) databaseMonitor?.recordError(withCode(error));
      },
    );

    constructor(given: pg.ClientConfig) {
      super(given);
      databaseMonitor?.closeOnOutage(this);
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg has nine overloads of `query`, and all are passed on
    override query(...args: any[]): any {
      return this.#query(...args);
    }
  }

  class Pool extends pg.Pool {
    // biome-ignore lint/suspicious/noExplicitAny: `connect` takes a callback or returns a promise
    override connect(callback?: any): any {
      if (!databaseMonitor?.unavailable)
        return observeEnd(super.connect.bind(this) as Call, (error) => error && withCode(error))(callback);
      const error = new DatabaseUnavailable();
      return callback ? void callback(error) : Promise.reject(error);
    }
  }

  return new Pool({ connectionTimeoutMillis, keepAlive: true, ...config, Client: PooledClient as never });
}
