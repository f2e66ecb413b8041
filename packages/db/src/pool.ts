import type pg from 'pg';
import type { Reach } from './reach.ts';

/** How long a call waits for a connection, whether all are in use or the server does not take another, in milliseconds. */
export const connectionTimeoutMillis = 5_000;

/** What pg says of a connection without giving it a code. */
const codes: [RegExp, code: string][] = [
  [/^(?:timeout exceeded when trying to connect|Query read timeout|Connection terminated due to)/, 'ETIMEDOUT'],
  [/^(?:Connection terminated|Client has encountered a connection error)/, 'ECONNRESET'],
];

function nameIt(error: Error & { code?: string }): void {
  error.code ??= codes.find(([words]) => words.test(error.message))?.[1];
}

type Callback = (error: Error | undefined, ...rest: unknown[]) => void;
type Call = (...args: unknown[]) => unknown;

/** Calls `heard` with what `call` fails with, be it told in a callback or by a promise. */
function overhear(call: Call, heard: (error: Error) => void): Call {
  return (...args) => {
    const at = args.findIndex((arg) => typeof arg === 'function');
    if (at >= 0) {
      const callback = args[at] as Callback;
      args[at] = (error: Error | undefined, ...rest: unknown[]) => {
        if (error) heard(error);
        callback(error, ...rest);
      };
      return call(...args);
    }
    const result = call(...args);
    if (result instanceof Promise) result.catch(heard);
    return result;
  };
}

/**
 * Makes a pool survive its server: a connection that timed out is not used again, whoever gives it back; one that breaks
 * while it is lent ends no process; and what goes wrong with connections has a code. `reach` cuts what hangs.
 */
export function preparePool(pool: pg.Pool, reach?: Reach): void {
  reach?.guard(pool);
  pool.connect = overhear(pool.connect.bind(pool) as Call, nameIt) as typeof pool.connect;
  pool.on('connect', (client) => {
    client.on('error', () => {});
    client.query = overhear(client.query.bind(client) as Call, (error) => {
      // The answer may still come, and whoever asked next would wait for it or take it for theirs.
      if (error.message === 'Query read timeout')
        (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      nameIt(error);
    }) as typeof client.query;
  });
}
