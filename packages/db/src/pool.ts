import type pg from 'pg';
import { cut, type Reach } from './reach.ts';

/** How long a call waits for a connection, whether all are in use or the server does not take another, in milliseconds. */
export const connectionTimeoutMillis = 5_000;

/** What pg says of a connection without giving it a code. */
const codes: [RegExp, code: string][] = [
  [/^(?:timeout exceeded when trying to connect|Connection terminated due to)/, 'ETIMEDOUT'],
  [/^(?:Connection terminated|Client has encountered a connection error)/, 'ECONNRESET'],
];

function nameIt(error: Error & { code?: string }): void {
  error.code ??= codes.find(([words]) => words.test(error.message))?.[1];
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
  client: pg.PoolClient;
  waiting: number;
  since: number;
}

/**
 * Ends connections that wait for an answer for longer than `patience`, as for a server that hangs: it cannot time a statement
 * out. In place of pg's `query_timeout`, which keeps all that belongs to a statement in memory, 2 kB and its rows, until V8
 * collects the whole heap. Looks are counted, not milliseconds: none are held when the machine sleeps.
 */
function limitWaiting(patience: number): (client: pg.PoolClient) => { asked(): void; told(): void } {
  const most = Math.ceil(patience / lookEvery);
  const all = new Set<Lent>();
  let looks = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    looks += 1;
    for (const { client, waiting, since } of all) if (waiting > 0 && looks - since > most) cut(client);
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
 * Makes a pool survive its server: a connection that timed out is not used again, whoever gives it back; one that breaks
 * while it is lent ends no process; and what goes wrong with connections has a code.
 */
export function preparePool(pool: pg.Pool, { reach, patience = 0 }: PoolCare = {}): void {
  reach?.guard(pool);
  const watch = patience > 0 ? limitWaiting(patience) : null;
  pool.connect = overhear(pool.connect.bind(pool) as Call, (error) => error && nameIt(error)) as typeof pool.connect;
  pool.on('connect', (client) => {
    client.on('error', () => {});
    const waiting = watch?.(client);
    const query = client.query.bind(client) as Call;
    const ask: Call = (...args) => {
      const asked = query(...args);
      waiting?.asked();
      return asked;
    };
    client.query = overhear(ask, (error) => {
      waiting?.told();
      if (error) nameIt(error);
    }) as typeof client.query;
  });
}
