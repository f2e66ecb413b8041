import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@kith/db';
import type { LiveBus, LiveEvent, Log } from '@kith/domain';
import type { Stores } from '../stores.ts';
import { createBus } from './bus.ts';

const channel = 'kith_live';
// PostgreSQL refuses a NOTIFY of 8,000 bytes or more.
const payloadLimit = 7999;
/**
 * The minimum time between two NOTIFYs of a process, in milliseconds. Each NOTIFY wakes up every process, and costs a quarter
 * as much as the like that it announces.
 */
const minIntervalMs = 5;
const firstRetryMs = 100;
const maxRetryMs = 5000;

/**
 * Live events over LISTEN and NOTIFY. The listening connection is opened with the first subscriber and reopened after a loss.
 */
export function createPostgresBus(stores: Stores, log: Log): LiveBus & { close(): Promise<void> } {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let listening = false;
  let connectedBefore = false;
  let closed = false;

  async function listen(waitNext: number): Promise<void> {
    listening = true;
    const opened = new Client({
      connectionString: stores.databaseUrl,
      application_name: stores.applicationName,
      connectionTimeoutMillis: 3_000,
    });
    client = opened;
    const reconnect = once(() => {
      void opened.end().catch(() => {});
      if (closed) return;
      timer = setTimeout(() => void listen(Math.min(waitNext * 2, maxRetryMs)), waitNext);
    });
    opened.on('error', reconnect);
    opened.on('end', reconnect);
    opened.on('notification', ({ payload }) => {
      for (const text of payload?.split('\n') ?? []) bus.receive(text);
    });
    try {
      await opened.connect();
      // A LISTEN connection sends nothing, so it would not notice a hanging database. This one is closed when other connections
      // time out.
      stores.databaseMonitor?.closeOnOutage(opened);
      await opened.query(`listen ${channel}`);
      if (connectedBefore) bus.reportLoss();
      connectedBefore = true;
      waitNext = firstRetryMs;
    } catch (error) {
      log.warn({ error: String(error) }, 'the store of live events is unavailable');
      reconnect();
    }
  }

  const notify = batched(
    payloadLimit,
    (payload) =>
      stores.pool.query({ name: 'live/notify', text: 'select pg_notify($1, $2)', values: [channel, payload] }),
    minIntervalMs,
  );

  const bus = createBus(log, async (event) => {
    await Promise.all(splitEvent(event, payloadLimit).map(notify));
  });

  return {
    publish: bus.publish,

    subscribe(listener) {
      if (!listening) void listen(firstRetryMs);
      return bus.subscribe(listener);
    },

    async close() {
      closed = true;
      bus.close();
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}

/** Splits an event into JSON texts of at most `limit` bytes, each with some of the recipients. */
export function splitEvent(event: LiveEvent, limit: number): string[] {
  const text = JSON.stringify(event);
  if (Buffer.byteLength(text) <= limit) return [text];
  const { to } = event;
  if (!to || to.length < 2) throw new RangeError(`The live event ${event.name} is over ${limit} bytes: send ids only.`);
  const middle = to.length >> 1;
  return [
    ...splitEvent({ ...event, to: to.slice(0, middle) }, limit),
    ...splitEvent({ ...event, to: to.slice(middle) }, limit),
  ];
}

interface Waiting {
  text: string;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Sends texts in order, in payloads of at most `limit` bytes, one at a time. Texts that arrive while a payload is in flight are
 * joined into the next, one per line, so that many events cost few statements and a single one is not delayed. Payloads are at
 * least `minIntervalMs` milliseconds apart, so that a busy process batches more.
 */
export function batched(
  limit: number,
  send: (payload: string) => Promise<unknown>,
  minIntervalMs = 0,
): (text: string) => Promise<void> {
  const waiting: Waiting[] = [];
  let sending = false;

  function take(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { text } of waiting) {
      bytes += Buffer.byteLength(text) + 1;
      if (count > 0 && bytes - 1 > limit) break;
      count += 1;
    }
    return waiting.splice(0, count);
  }

  async function drain(): Promise<void> {
    sending = true;
    while (waiting.length > 0) {
      const now = take();
      try {
        await send(now.map(({ text }) => text).join('\n'));
        for (const { resolve } of now) resolve();
      } catch (error) {
        for (const { reject } of now) reject(error);
      }
      if (minIntervalMs > 0) await wait(minIntervalMs);
    }
    sending = false;
  }

  return (text) =>
    new Promise((resolve, reject) => {
      waiting.push({ text, resolve, reject });
      if (!sending) void drain();
    });
}
