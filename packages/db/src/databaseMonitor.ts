import { Client, DatabaseUnavailable } from './client.ts';

/** The interval at which the database is polled, and the delay before the next poll after a failure, in milliseconds. */
const pollIntervalMs = 1_000;
const retryDelayMs = 400;

/** A database that does not answer `select now()` within this time counts as hanging, in milliseconds. */
const answerTimeoutMs = 3_000;

/**
 * Checks on a connection of its own whether PostgreSQL answers, so that calls fail at once while it does not. Also provides
 * PostgreSQL's time.
 */
export interface DatabaseMonitor {
  readonly unavailable: boolean;
  /** PostgreSQL's time: that of its last answer plus the time since then; before its first answer, this machine's time. */
  now(): Date;
  /**
   * The seconds by which this machine's clock is ahead of PostgreSQL's, negative if it is behind; 0 if they differ by at most a
   * minute.
   */
  readonly clockOffset: number;
  /** Whether PostgreSQL refused a statement in the last half minute because its disk is full. */
  readonly diskFull: boolean;
  /** Reports the error of a statement to the monitor. */
  recordError(error: Error & { code?: string }): void;
  /** Resolves after the first poll, whether it was answered or not. */
  firstPoll: Promise<void>;
  /** Makes the monitor close this client's connection when the database stops answering. */
  closeOnOutage(client: Client): void;
  close(): Promise<void>;
}

export interface DatabaseMonitorOptions {
  url: string;
  /** The application_name in PostgreSQL. */
  applicationName?: string;
  /** Called once when the database becomes unavailable, and once when it is back. */
  onChange?: (unavailable: boolean, error?: Error) => void;
  /**
   * Called once when this machine's clock is more than a minute off PostgreSQL's, and once with 0 when the difference is gone.
   */
  onClock?: (seconds: number) => void;
}

/** How long `diskFull` stays true after PostgreSQL refused a statement because its disk is full, in milliseconds. */
const diskFullForMs = 30_000;

/** The largest difference between this machine's clock and PostgreSQL's that is not reported, in milliseconds. */
const toleratedOffsetMs = 60_000;

/**
 * PostgreSQL's time, advanced with a monotonic clock, because this machine's clock may be set at any time. A difference within
 * the round-trip time of an answer is ignored, because it may be network latency.
 */
function createClock() {
  let base: number | undefined;
  return {
    now: () => new Date(base === undefined ? Date.now() : base + performance.now()),
    off(): number {
      const ms = base === undefined ? 0 : Date.now() - base - performance.now();
      return Math.abs(ms) > toleratedOffsetMs ? Math.round(ms / 1_000) : 0;
    },
    /** Records that PostgreSQL's time was `ms` when `performance.now()` was somewhere between `from` and `to`. */
    set(ms: number, from: number, to: number): void {
      const next = ms - (from + to) / 2;
      if (base === undefined || Math.abs(next - base) > to - from) base = next;
    },
  };
}

/** PostgreSQL's error codes while it starts or stops; any other code of PostgreSQL proves that it runs. */
const startingOrStopping = /^57P0/;
const isAnswer = (error: unknown): boolean => {
  const { code = '' } = error as { code?: string };
  return /^[0-9A-Z]{5}$/.test(code) && !startingOrStopping.test(code) && !code.startsWith('E');
};

/** Sends queries on a connection of its own, which is kept as long as they are answered in time. */
function createProbe({ url, applicationName }: DatabaseMonitorOptions, clock: ReturnType<typeof createClock>) {
  let client: Client | undefined;

  const drop = (error?: Error) => {
    client?.abort(error);
    client = undefined;
  };

  async function connect(): Promise<Client> {
    const opened = new Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: answerTimeoutMs,
    });
    client = opened;
    await opened.connect();
    return opened;
  }

  async function ask(connection: Client): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    // If the event loop was blocked, the answer may have arrived unread; Node.js reads it before it runs `setImmediate`.
    const timer = setTimeout(() => setImmediate(reject, new DatabaseUnavailable()), answerTimeoutMs);
    const from = performance.now();
    const answer = connection.query('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const { rows } = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
    clock.set(Number(rows[0].ms), from, performance.now());
  }

  return {
    drop,
    /**
     * Rejects if PostgreSQL does not answer. If the connection was closed since the last poll, opens a new one and polls once
     * more.
     */
    async poll(): Promise<void> {
      const known = client;
      try {
        if (known) return await ask(known);
      } catch (error) {
        drop();
        if (error instanceof DatabaseUnavailable) throw error;
      }
      try {
        await ask(await connect());
      } catch (error) {
        drop();
        if (!isAnswer(error)) throw error;
      }
    },
  };
}

/**
 * Polls the database every second. A hanging server, or a network that drops every packet, ends no connection by itself: after
 * three seconds without an answer every connection is closed, pending statements fail with the code ETIMEDOUT, and new ones fail
 * at once until the database answers again.
 */
export function monitorDatabase(options: DatabaseMonitorOptions): DatabaseMonitor {
  const clients = new Set<Client>();
  const clock = createClock();
  const probe = createProbe(options, clock);
  const stopped = new AbortController();
  let unavailable = false;
  let wasOff = false;
  let diskFullUntil = 0;
  let timer: NodeJS.Timeout | undefined;

  const change = (next: boolean, error?: Error) => {
    if (next) for (const client of clients) client.abort();
    if (unavailable !== next) options.onChange?.(next, error);
    unavailable = next;
  };

  async function poll(): Promise<void> {
    const failure = await probe.poll().catch((error: Error) => error);
    if (stopped.signal.aborted) return probe.drop();
    change(failure instanceof Error, failure ?? undefined);
    const off = clock.off();
    if (wasOff !== (off !== 0)) options.onClock?.(off);
    wasOff = off !== 0;
    timer = setTimeout(() => (polling = poll()), unavailable ? retryDelayMs : pollIntervalMs).unref();
  }
  let polling = poll();
  const firstPoll = polling;

  return {
    get unavailable() {
      return unavailable;
    },
    now: clock.now,
    get clockOffset() {
      return clock.off();
    },
    get diskFull() {
      return performance.now() < diskFullUntil;
    },
    recordError({ code }: Error & { code?: string }) {
      if (code === '53100') diskFullUntil = performance.now() + diskFullForMs;
    },
    firstPoll,
    closeOnOutage(client) {
      clients.add(client);
      client.once('end', () => clients.delete(client));
    },
    async close() {
      stopped.abort();
      clearTimeout(timer);
      probe.drop();
      await polling;
    },
  };
}
