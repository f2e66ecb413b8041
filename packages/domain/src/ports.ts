import type { Readable } from 'node:stream';
import type { Job } from './jobs.ts';
import type { LiveEvent } from './live.ts';
import type { Problem } from './problems.ts';

/** Queues recorded jobs. Adding a job whose id is already queued changes nothing. */
export interface JobQueue {
  add(jobs: readonly Job[]): Promise<void>;
  /** Whether the queue cannot lose a job that it has accepted, because it is stored like the record of the job. */
  readonly durable: boolean;
}

/**
 * Delivers live events between processes, at most once: after a gap `events.lost` is published, and readers fetch what they
 * missed from the tables.
 */
export interface LiveBus {
  publish(event: LiveEvent): Promise<void>;
  /** Calls `listener` for every event published by any process, this one included. Returns a function that unsubscribes. */
  subscribe(listener: (event: LiveEvent) => void): () => void;
}

/** Stores files by key. Keys are generated, never taken from user input. */
export interface FileStorage {
  /** Stores bytes, or moves a file that was written to a path from `temporaryPath`. */
  put(key: string, content: FileContent, contentType: string): Promise<void>;
  /** The path of a new local file, to be stored with `put` or deleted by the caller. */
  temporaryPath(): Promise<string>;
  /** Deletes temporary files last written before `before`: the processes that wrote them have died. */
  removeTemporaryFiles(before: Date): Promise<void>;
  /** The file's bytes, or null if there is no such file. */
  read(key: string): Promise<Buffer | null>;
  /** The file's length in bytes, or null if there is no such file. */
  size(key: string): Promise<number | null>;
  /**
   * A stream and its length in bytes, or null if there is no such file. `range` selects the bytes from `from` up to, but not
   * including, `to`.
   */
  stream(key: string, range?: { from: number; to: number }): Promise<{ body: Readable; size: number } | null>;
  /**
   * An address at which a browser can fetch the file directly, valid for a minute or the given seconds; null if Kith must serve
   * the file itself.
   */
  address(key: string, seconds?: number): Promise<string | null>;
  /** Deletes every file whose key starts with `prefix` + '/'. Succeeds if there is none. */
  removeFolder(prefix: string): Promise<void>;
  /** Lists the files whose key starts with `prefix`, which contains one `/`, in no particular order. */
  list(prefix: string): AsyncIterable<{ key: string; changedAt: Date }>;
}

/** Bytes, or the path of a temporary file. */
export type FileContent = Buffer | { file: string };

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Pictures that the HTML refers to by `cid:`. */
  attachments?: { cid: string; filename: string; contentType: string; contentDisposition: 'inline'; content: Buffer }[];
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** A rate limit: at most `points` per `seconds` and key. */
export interface LimitRule {
  name: string;
  points: number;
  seconds: number;
  /** Whether calls are counted per process, because they are too frequent for the shared store. */
  local?: boolean;
  /** Whether the limit is a rule of the product, which holds with RATE_LIMIT=off too. */
  always?: boolean;
  /**
   * Whether the limit belongs to an account and not to the caller. The response headers then show it only once it is used up.
   */
  hiddenUntilExhausted?: boolean;
}

/** Counts calls in a store that all processes share, and limits the concurrent calls of one user. */
export interface RateLimiter {
  /**
   * Counts `cost` calls of `key`. Returns null if they are allowed, otherwise the seconds to wait. A cost of 0 only checks, and a
   * negative cost takes calls back.
   */
  consume(rule: LimitRule, key: string, cost?: number): Promise<number | null>;
  /** Resets the count of `key`. */
  reset(rule: LimitRule, key: string): Promise<void>;
  /**
   * Acquires one of the user's concurrency slots: returns nothing if one is free, otherwise a promise to wait for.
   * `releaseSlot` must follow. Throws `rate-limited` when too many calls are waiting.
   */
  acquireSlot(userId: number): Promise<void> | undefined;
  releaseSlot(userId: number): void;
}

/** The server's VAPID key pair (P-256), both halves in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** A push subscription as the browser described it. */
export interface DeviceSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  /** The message, which is encrypted for the device before it is sent. */
  text: string;
  /**
   * A later push with the same topic replaces this one while the device is offline. A topic has at most 32 letters, digits, `-`
   * and `_`.
   */
  topic: string;
  urgent: boolean;
}

/**
 * `gone`: the subscription has ended. `refused`: a retry would not help. `later`: retry, after this many seconds if the service
 * says so.
 */
export type PushOutcome = 'sent' | 'gone' | 'refused' | { later: number | null };

/** Sends a message to a browser's push service. */
export interface Pusher {
  send(to: DeviceSubscription, push: PushMessage, keys: PushKeys): Promise<PushOutcome>;
  close(): void;
}

/** A request to an address that a member or an operator named. */
export interface OutboundRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string | number>;
  body?: string | Buffer;
  /** The maximum number of bytes of the answer's body to read; by default nothing is read. */
  maxBytes?: number;
  /** The content types of which the body is read; by default all. */
  types?: RegExp;
  /** Whether http is allowed too, both at their usual ports only. */
  plain?: boolean;
  /** Time-out in milliseconds, if it is to be shorter than usual. */
  timeoutMs?: number;
}

/** An answer with the part of its body that was read; a redirect is an answer too. `retryAfter` is in seconds. */
export interface OutboundResponse {
  status: number;
  location: string | null;
  retryAfter: number | null;
  contentType: string | null;
  body: Buffer;
}

/**
 * Why there was no answer. `inside`: the address is not on the public internet; `paused`: its host was unreachable just before.
 */
export type OutboundFailure =
  | { failed: 'inside' | 'unreachable'; reason: string }
  | { failed: 'paused'; reason: string; seconds: number };

/** Sends requests to the public internet, and to nothing else. Never throws. */
export interface OutboundClient {
  request(asked: OutboundRequest): Promise<OutboundResponse | OutboundFailure>;
  close(): void;
}

/** A job that failed for good. */
export interface FailedJob {
  /** The name of its queue and its id there, separated by a hyphen. */
  id: string;
  name: string;
  /** The member for whom it ran; null if it ran for nobody in particular. */
  userId: number | null;
  /** When it failed for the last time, ISO 8601. */
  failedAt: string;
  /** The first line of the error, without addresses and the parts of links that may be secret. */
  cause: string;
}

/** A complete backup: its file's name, when it was made, its size, and whether it was read back in full. */
export interface StoredBackup {
  file: string;
  at: string;
  bytes: number;
  verified: boolean;
}

/** What hosts see and do to keep the installation running: disk, queues, failed jobs, backups, problems. */
export interface Maintenance {
  /** Kith's version. */
  readonly version: string;
  /** Whether the operator has asked for backups; otherwise there are none. */
  readonly makesBackups: boolean;
  /** Whether mails are sent, and not written to files. */
  readonly sendsMails: boolean;
  /** Free and total bytes of the disk with the data; null if the system does not report them. */
  disk(): Promise<{ free: number; size: number } | null>;
  /** The jobs in the queue; null while it does not answer. */
  queue(): Promise<{ waiting: number; failed: number } | null>;
  /** The jobs that failed for good, newest first; the queue keeps some hundred. */
  failedJobs(): Promise<FailedJob[]>;
  /** Queues a failed job anew, or deletes it; false if there is none with this id. */
  retryJob(id: string): Promise<boolean>;
  dropJob(id: string): Promise<boolean>;
  /** The complete backups, newest first, the one that is being made, and why the last attempt failed. */
  backups(): Promise<{
    items: StoredBackup[];
    running: { since: string; bytes: number } | null;
    lastError: { at: string; message: string } | null;
  }>;
  /** What is wrong, gravest first. */
  problems(): Promise<Problem[]>;
}

/** The time of PostgreSQL's clock, independent of this machine's. */
export interface Clock {
  now(): Date;
}

/** What can be logged for an operator; never a secret or a user's text. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
