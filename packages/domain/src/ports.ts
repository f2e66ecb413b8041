import type { Readable } from 'node:stream';
import type { Job } from './jobs.ts';
import type { LiveEvent } from './live.ts';

/** Takes recorded jobs. Adding a job whose id is already queued changes nothing. */
export interface JobQueue {
  add(jobs: readonly Job[]): Promise<void>;
}

/** Carries live events between processes. Delivery is at most once: after a gap comes `events.lost`, and readers fill it from the tables. */
export interface LiveBus {
  publish(event: LiveEvent): Promise<void>;
  /** Calls `listener` for every event published by any process, this one included. Returns a function that stops it. */
  subscribe(listener: (event: LiveEvent) => void): () => void;
}

/** Keeps files by key. Keys are made by us, never from a user's input. */
export interface FileStorage {
  /** Keeps bytes, or a file made under `draft`, which it takes away from there. */
  put(key: string, content: FileContent, contentType: string): Promise<void>;
  /** A path on this machine for a new file that is to be kept with `put`, or removed by whoever made it. */
  draft(): Promise<string>;
  /** Removes drafts last written before `before`: their process died over them. */
  removeDrafts(before: Date): Promise<void>;
  /** The file's bytes, or null when there is none. */
  read(key: string): Promise<Buffer | null>;
  /** A stream and its length in bytes, or null when there is no such file. */
  stream(key: string): Promise<{ body: Readable; size: number } | null>;
  /** An address at which a browser finds the file itself, for a minute; null where it must come through Kith. */
  address(key: string): Promise<string | null>;
  /** Removes every file whose key starts with `prefix` + '/'. Removing what is not there succeeds. */
  removeFolder(prefix: string): Promise<void>;
  /** Every file whose key starts with `prefix`, which holds one `/`, in no order. */
  list(prefix: string): AsyncIterable<{ key: string; changedAt: Date }>;
}

/** Bytes in memory, or the path of a draft. */
export type FileContent = Buffer | { draft: string };

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** One limit: at most `points` per `seconds` for one key. */
export interface LimitRule {
  name: string;
  points: number;
  seconds: number;
  /** Counted by each process for itself: for what comes too often to count in the shared store. */
  local?: boolean;
}

/** Counts calls in a store all processes share, and has the calls of one user take turns. */
export interface RateLimiter {
  /** Counts `cost` calls of `key`; null when allowed, otherwise the seconds to wait. A cost of 0 only asks, a negative one takes calls back. */
  consume(rule: LimitRule, key: string, cost?: number): Promise<number | null>;
  /** Forgets what was counted for `key`. */
  reset(rule: LimitRule, key: string): Promise<void>;
  /**
   * Asks for a turn among the user's own calls: nothing when it is theirs at once, otherwise what to wait for. `endTurn`
   * must follow. Throws `rate-limited` when too many wait already.
   */
  takeTurn(userId: number): Promise<void> | undefined;
  endTurn(userId: number): void;
}

/** The server's own key pair, by which push services know it: P-256, both halves in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** A device as its browser described it. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Push {
  /** Encrypted for the device before it leaves. */
  text: string;
  /** A later one of the same topic takes its place while the device is away: at most 32 letters, digits, `-` and `_`. */
  topic: string;
  urgent: boolean;
}

/** `gone`: the device asked for no more. `later`: to be tried again, in so many seconds if the service says so. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | { later: number | null };

/** Hands what it is given to a browser's push service. */
export interface Pusher {
  send(to: PushAddress, push: Push, keys: PushKeys): Promise<PushOutcome>;
  close(): void;
}

/** PostgreSQL's clock, whatever that of the machine says. */
export interface Clock {
  now(): Date;
}

/** What can be told to an operator; never a secret, never a user's text. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
