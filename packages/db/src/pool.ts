import pg from 'pg';
import { Client, DatabaseAway } from './client.ts';
import type { Reach } from './reach.ts';

/** How long a call waits for a connection, whether all are in use or the server does not take another, in milliseconds. */
export const connectionTimeoutMillis = 5_000;

/** What pg says of a connection without giving it a code. */
const codes: [RegExp, code: string][] = [
  [/^(?:timeout exceeded when trying to connect|Connection terminated due to)/, 'ETIMEDOUT'],
  [/^(?:Connection terminated|Client has encountered a connection error)/, 'ECONNRESET'],
];

function named<E extends Error & { code?: string }>(error: E): E {
  error.code ??= codes.find(([words]) => words.test(error.message))?.[1];
  return error;
}

type Callback = (error: Error | undefined, ...rest: unknown[]) => void;
type Call = (...args: unknown[]) => unknown;

/** Calls `heard` when `call` has ended, by a callback or a promise, and with what it failed with if it did. */
function overhear(call: Call, heard: (error?: Error) => void): Call {
  return (...args) => {
    const at = args.findIndex((arg) => typeof arg === 'function');
    if (at >= 0) {
      const callback = args[at] as Callback;
      args[at] = (error: Error | undefined, ...rest: unknown[]) => {
        heard(error);
        callback(error, ...rest);
      };
      return call(...args);
    }
    const result = call(...args);
    if (result instanceof Promise) result.then(() => heard(), heard);
    // A stream of rows, which whoever reads it follows.
    else heard();
    return result;
  };
}

/** How often it is looked which connections wait for an answer, in milliseconds. */
const lookEvery = 1_000;

/** A connection of a pool, how many answers it waits for, and since which look for the next of them. */
interface Lent {
  client: Client;
  waiting: number;
  since: number;
}

/**
 * Ends connections that wait for an answer for longer than `patience`, as for a server that hangs: it cannot time a statement
 * out. In place of pg's `query_timeout`, which keeps all that belongs to a statement in memory, 2 kB and its rows, until V8
 * collects the whole heap. Looks are counted, not milliseconds: none are held when the machine sleeps.
 */
function limitWaiting(patience: number): (client: Client) => { asked(): void; told(): void } {
  const most = Math.ceil(patience / lookEvery);
  const all = new Set<Lent>();
  let looks = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    looks += 1;
    for (const { client, waiting, since } of all) if (waiting > 0 && looks - since > most) client.cut();
  };
  return (client) => {
    const lent: Lent = { client, waiting: 0, since: 0 };
    all.add(lent);
    client.once('end', () => {
      all.delete(lent);
      if (all.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
    timer ??= setInterval(look, lookEvery).unref();
    return {
      asked: () => {
        if (lent.waiting === 0) lent.since = looks;
        lent.waiting += 1;
      },
      told: () => {
        lent.since = looks;
        lent.waiting -= 1;
      },
    };
  };
}

interface PoolCare {
  /** Cuts what hangs, and refuses to connect to what is known to. */
  reach?: Reach | undefined;
  /** Milliseconds after which a connection that has not answered is ended, give or take a second; 0 or nothing: never. */
  patience?: number;
}

/**
 * A pool that survives its server: a connection that timed out is not used again, whoever gives it back; one that breaks
 * while it is lent ends no process; and what goes wrong with connections has a code. Nothing connects before it is used.
 */
export function openPool(config: pg.PoolConfig, { reach, patience = 0 }: PoolCare = {}): pg.Pool {
  const watch = patience > 0 ? limitWaiting(patience) : null;

  class PooledClient extends Client {
    readonly #waiting = watch?.(this);
    readonly #query = overhear(
      (...args) => {
        const asked = (super.query as Call).apply(this, args);
        this.#waiting?.asked();
        return asked;
      },
      (error) => {
        this.#waiting?.told();
        if (error) reach?.note(named(error));
      },
    );

    constructor(given: pg.ClientConfig) {
      super(given);
      reach?.guard(this);
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg has nine forms of it, and all are passed on
    override query(...args: any[]): any {
      return this.#query(...args);
    }
  }

  class Pool extends pg.Pool {
    // biome-ignore lint/suspicious/noExplicitAny: a callback or a promise
    override connect(callback?: any): any {
      if (!reach?.away) return overhear(super.connect.bind(this) as Call, (error) => error && named(error))(callback);
      const error = new DatabaseAway();
      return callback ? void callback(error) : Promise.reject(error);
    }
  }

  return new Pool({ connectionTimeoutMillis, keepAlive: true, ...config, Client: PooledClient as never });
}
