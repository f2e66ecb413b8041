import { Client } from '@kith/db';
import type { LiveBus, Log } from '@kith/domain';
import type { Stores } from '../stores.ts';
import { batched } from './batched.ts';
import { createListeners } from './listeners.ts';
import { publishingLosses } from './losses.ts';
import { splitEvent } from './split.ts';

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
  const listeners = createListeners(log);
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
      for (const text of payload?.split('\n') ?? []) listeners.deliverText(text);
    });
    try {
      await opened.connect();
      // A LISTEN connection sends nothing, so it would not notice a hanging database. This one is closed when other connections
      // time out.
      stores.databaseMonitor?.closeOnOutage(opened);
      await opened.query(`listen ${channel}`);
      if (connectedBefore) listeners.reportLoss();
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

  const sending = publishingLosses(async (event) => {
    await Promise.all(splitEvent(event, payloadLimit).map(notify));
  });

  return {
    publish: sending.publish,

    subscribe(listener) {
      if (!listening) void listen(firstRetryMs);
      return listeners.add(listener);
    },

    async close() {
      closed = true;
      sending.close();
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
