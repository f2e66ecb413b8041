import { Client, DatabaseAway } from './client.ts';

/** How often the database is asked whether it is there, in milliseconds; and how soon again when it was not. */
const askEvery = 1_000;
const askAgainAfter = 400;

/** A database that leaves a question for its time unanswered for so long answers nobody. Milliseconds. */
const patience = 3_000;

/**
 * Knows whether PostgreSQL answers, by a connection of its own, and lets nobody wait for one that does not. Knows its time, too.
 */
export interface Reach {
  readonly away: boolean;
  /** PostgreSQL's time, by its last answer and what has passed since; before its first answer this machine's. */
  now(): Date;
  /** Seconds by which this machine's clock is ahead of PostgreSQL's, negative when it is behind; 0 below a minute. */
  readonly clockOff: number;
  /** Whether it refused a statement in the last half minute because its disk is full. */
  readonly full: boolean;
  /** What a statement failed with. */
  note(error: Error & { code?: string }): void;
  /** Resolves once PostgreSQL was asked for the first time, whether it answered or not. */
  asked: Promise<void>;
  /** Cuts the client when the database stops answering. */
  guard(client: Client): void;
  close(): Promise<void>;
}

export interface ReachOptions {
  url: string;
  /** What PostgreSQL lists the connection as. */
  applicationName?: string;
  /** Told once when the database goes, and once when it is back. */
  onChange?: (away: boolean, error?: Error) => void;
  /** Told once when this machine's clock is more than a minute off, and once with 0 when it is right. */
  onClock?: (seconds: number) => void;
}

/** For how long one statement refused for want of space counts, in milliseconds. */
const fullFor = 30_000;

/** From here on a difference between the clocks is a fault, in milliseconds. */
const mostOff = 60_000;

/**
 * PostgreSQL's clock, kept by what passes here and not by this machine's clock, which may be set while we run. Small
 * differences between two answers are their way through the network.
 */
function createClock() {
  let base: number | undefined;
  return {
    now: () => new Date(base === undefined ? Date.now() : base + performance.now()),
    off(): number {
      const ms = base === undefined ? 0 : Date.now() - base - performance.now();
      return Math.abs(ms) > mostOff ? Math.round(ms / 1_000) : 0;
    },
    /** PostgreSQL said `ms` between two moments of `performance.now()`. */
    set(ms: number, from: number, to: number): void {
      const next = ms - (from + to) / 2;
      if (base === undefined || Math.abs(next - base) > to - from) base = next;
    },
  };
}

/** What PostgreSQL itself says while it starts or stops; any other word of its own means that it is there. */
const notNow = /^57P0/;
const isAnswer = (error: unknown): boolean => {
  const { code = '' } = error as { code?: string };
  return /^[0-9A-Z]{5}$/.test(code) && !notNow.test(code) && !code.startsWith('E');
};

/** One question on a connection of its own, which is kept while it is answered in time. */
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
    // When this process itself was held up, the answer may lie there unread: it is read before `setImmediate`.
    const timer = setTimeout(() => setImmediate(reject, new DatabaseAway()), patience);
    const from = performance.now();
    const answer = asked.query('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const { rows } = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
    clock.set(Number(rows[0].ms), from, performance.now());
  }

  return {
    drop,
    /** Rejects when there is no answer. A connection that was only closed is opened once more. */
    async look(): Promise<void> {
      const known = client;
      try {
        if (known) return await ask(known);
      } catch (error) {
        drop();
        if (error instanceof DatabaseAway) throw error;
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
 * Asks the database every second. A server that hangs, or behind a line that drops everything, ends no connection and
 * no statement by itself: left three seconds without an answer, every connection to it is cut, what waits on them fails
 * with the code ETIMEDOUT, and so does at once whatever comes next, until the database answers again.
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
