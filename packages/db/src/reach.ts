import { Client, DatabaseUnavailable } from './client.ts';

/** The interval at which the database is polled, in milliseconds; and the delay after a failure. */
const askEvery = 1_000;
const askAgainAfter = 400;

/** A database that does not answer `select now()` within this time counts as hanging, in milliseconds. */
const patience = 3_000;

/**
 * Monitors on a connection of its own whether PostgreSQL answers, and fails calls while it does not. Also provides PostgreSQL's
 * time.
 */
export interface Reach {
  readonly away: boolean;
  /** PostgreSQL's time, from its last answer plus the elapsed time; before its first answer this machine's. */
  now(): Date;
  /** Seconds by which this machine's clock is ahead of PostgreSQL's, negative if it is behind; 0 below a minute. */
  readonly clockOff: number;
  /** Whether PostgreSQL refused a statement in the last half minute because its disk is full. */
  readonly full: boolean;
  /** Reports the error of a statement. */
  note(error: Error & { code?: string }): void;
  /** Resolves after the first poll, whether it was answered or not. */
  asked: Promise<void>;
  /** Closes the client's connections when the database stops answering. */
  guard(client: Client): void;
  close(): Promise<void>;
}

export interface ReachOptions {
  url: string;
  /** The application_name in PostgreSQL. */
  applicationName?: string;
  /** Called once when the database becomes unavailable, and once when it is back. */
  onChange?: (away: boolean, error?: Error) => void;
  /** Called once when this machine's clock is more than a minute off, and once with 0 when it is right again. */
  onClock?: (seconds: number) => void;
}

/** How long `full` stays true after a statement was refused because the disk is full, in milliseconds. */
const fullFor = 30_000;

/** The difference between the clocks that counts as a fault, in milliseconds. */
const mostOff = 60_000;

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
      return Math.abs(ms) > mostOff ? Math.round(ms / 1_000) : 0;
    },
    /** Records that PostgreSQL's time was `ms` between two values of `performance.now()`. */
    set(ms: number, from: number, to: number): void {
      const next = ms - (from + to) / 2;
      if (base === undefined || Math.abs(next - base) > to - from) base = next;
    },
  };
}

/** PostgreSQL's error codes while it starts or stops; any other error from PostgreSQL proves that it is up. */
const notNow = /^57P0/;
const isAnswer = (error: unknown): boolean => {
  const { code = '' } = error as { code?: string };
  return /^[0-9A-Z]{5}$/.test(code) && !notNow.test(code) && !code.startsWith('E');
};

/** Sends queries on a connection of its own, which is kept as long as they are answered in time. */
function createProbe({ url, applicationName }: ReachOptions, clock: ReturnType<typeof createClock>) {
  let client: Client | undefined;

  const drop = (error?: Error) => {
    client?.cut(error);
    client = undefined;
  };

  async function connect(): Promise<Client> {
    const opened = new Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: patience,
    });
    client = opened;
    await opened.connect();
    return opened;
  }

  async function ask(asked: Client): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    // If the event loop of this process was blocked, the answer may have arrived unread; it is read before `setImmediate` runs.
    const timer = setTimeout(() => setImmediate(reject, new DatabaseUnavailable()), patience);
    const from = performance.now();
    const answer = asked.query('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const { rows } = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
    clock.set(Number(rows[0].ms), from, performance.now());
  }

  return {
    drop,
    /** Rejects if there is no answer. If the connection was merely closed, it is opened once more. */
    async look(): Promise<void> {
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
export function watchDatabase(options: ReachOptions): Reach {
  const clients = new Set<Client>();
  const clock = createClock();
  const probe = createProbe(options, clock);
  const stopped = new AbortController();
  let away = false;
  let wasOff = false;
  let fullUntil = 0;
  let timer: NodeJS.Timeout | undefined;

  const change = (next: boolean, error?: Error) => {
    if (next) for (const client of clients) client.cut();
    if (away !== next) options.onChange?.(next, error);
    away = next;
  };

  async function look(): Promise<void> {
    const failure = await probe.look().catch((error: Error) => error);
    if (stopped.signal.aborted) return probe.drop();
    change(failure instanceof Error, failure ?? undefined);
    const off = clock.off();
    if (wasOff !== (off !== 0)) options.onClock?.(off);
    wasOff = off !== 0;
    timer = setTimeout(() => (looking = look()), away ? askAgainAfter : askEvery).unref();
  }
  let looking = look();
  const asked = looking;

  return {
    get away() {
      return away;
    },
    now: clock.now,
    get clockOff() {
      return clock.off();
    },
    get full() {
      return performance.now() < fullUntil;
    },
    note({ code }: Error & { code?: string }) {
      if (code === '53100') fullUntil = performance.now() + fullFor;
    },
    asked,
    guard(client) {
      clients.add(client);
      client.once('end', () => clients.delete(client));
    },
    async close() {
      stopped.abort();
      clearTimeout(timer);
      probe.drop();
      await looking;
    },
  };
}
