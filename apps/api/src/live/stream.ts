import type { ServerResponse } from 'node:http';
import { type LiveItem, scopeOfEvent } from '@kith/contracts';
import { hasScope, type LiveDelivery, type ResolvedSession, type readMissed, withoutPost } from '@kith/domain';
import { withDirectNames } from './directEvents.ts';

/**
 * The maximum number of events queued for a slow browser. Beyond that the stream is closed, and the browser reconnects and
 * catches up.
 */
const maxQueued = 1_000;

/** An event to send, or a promise of one. Null if the event turns out to have no recipients. */
type QueuedEvent = LiveDelivery | null | Promise<LiveDelivery | null>;

/** The number of heartbeats without an event after which the browser is sent a ping. */
const quietHeartbeats = 4;

/** What a stream needs from the collection of all streams of its process. */
export interface StreamHost {
  /** Reads what the stream missed since its position. Waits for the member's earlier replays; null if the stream has ended then. */
  missed(stream: Stream): Promise<Awaited<ReturnType<typeof readMissed>> | null>;
  onEnd(stream: Stream): void;
  onError(error: unknown): void;
}

/**
 * The event stream of one browser. It sends its events in order, each with the position (a message id) after which a later
 * stream resumes. It makes no promise or closure per event: those of ten thousand streams would fill V8's old generation.
 */
export class Stream {
  readonly id: string;
  readonly session: ResolvedSession;
  /** The posts on the browser's screen. */
  watched: readonly number[] = [];
  /** Whether events of direct chats are `message.*` events. */
  directNames = false;
  /** The newest message that the browser has received; null if it asked for none. */
  position: number | null;
  readonly #response: ServerResponse;
  readonly #host: StreamHost;
  #queue: (QueuedEvent | 'replay')[] = [];
  /** True while the first queued event is being read. */
  #reading = false;
  #ended = false;
  #quiet = 0;

  constructor(
    id: string,
    session: ResolvedSession,
    position: number | null,
    response: ServerResponse,
    host: StreamHost,
  ) {
    this.id = id;
    this.session = session;
    this.position = position;
    this.#response = response;
    this.#host = host;
    response.on('drain', () => this.#sendQueued());
    response.once('close', () => this.end());
  }

  get ended(): boolean {
    return this.#ended;
  }

  receive(event: QueuedEvent): void {
    this.#enqueue(event);
  }

  /** Sends the newest missed messages, and then `ready`, on which the browser fetches its lists. */
  replay(): void {
    this.#enqueue('replay');
  }

  /** Called regularly: a browser reconnects when its stream is silent for too long. */
  heartbeat(): void {
    this.#quiet += 1;
    if (this.#quiet >= quietHeartbeats && !this.#response.writableNeedDrain) this.#write('event: ping\ndata: \n\n');
  }

  /** Closes the stream. With `retryMs` the browser reconnects after that time, to another process. */
  end(retryMs?: number): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#queue = [];
    this.#host.onEnd(this);
    const response = this.#response;
    if (retryMs === undefined) response.end();
    // The response is cut off without its final chunk: otherwise a proxy would reuse this connection at the very moment it closes.
    else response.write(`retry: ${retryMs}\n\n`, () => response.socket?.destroySoon());
  }

  #enqueue(next: QueuedEvent | 'replay'): void {
    if (this.#ended) return;
    if (this.#queue.length >= maxQueued) {
      this.end();
      return;
    }
    this.#queue.push(next);
    this.#sendQueued();
  }

  #sendQueued(): void {
    while (!this.#reading && !this.#response.writableNeedDrain && this.#queue.length > 0) {
      const next = this.#queue.shift();
      if (next === 'replay') this.#waitFor(this.#replay());
      else if (next instanceof Promise) this.#waitFor(next.then((delivery) => this.#deliver(delivery)));
      else this.#deliver(next);
    }
  }

  #waitFor(read: Promise<void>): void {
    this.#reading = true;
    read.then(
      () => {
        this.#reading = false;
        this.#sendQueued();
      },
      (error: unknown) => {
        this.#host.onError(error);
        this.end();
      },
    );
  }

  async #replay(): Promise<void> {
    const missed = await this.#host.missed(this);
    if (!missed || this.#ended) return;
    for (const message of missed.messages) this.#send({ name: 'chat.message', isNew: true, message });
    this.position = missed.position;
    this.#send({ name: 'ready', streamId: this.id });
  }

  #deliver(delivery: LiveDelivery | null | undefined): void {
    if (this.#ended || !delivery?.readers.has(this.session.userId)) return;
    this.#send(delivery.itemFor ? delivery.itemFor(this.session.userId) : delivery.item);
  }

  /** Sends an event, unless the stream belongs to an access token without the scope for it. */
  #send(item: LiveItem): void {
    const scope = this.session.token && scopeOfEvent(item.name);
    if (scope && !hasScope(this.session, scope)) return;
    if (item.name === 'chat.message') this.position = Math.max(this.position ?? 0, item.message.messageId);
    const reduced =
      'message' in item && !hasScope(this.session, 'read') ? { ...item, message: withoutPost(item.message) } : item;
    const named = this.directNames ? withDirectNames(reduced) : reduced;
    this.#write(`id: ${this.position}\ndata: ${JSON.stringify(named)}\n\n`);
  }

  #write(text: string): void {
    this.#quiet = 0;
    this.#response.write(text);
  }
}
