import type { Context, LiveEvent } from '@kith/domain';

export interface Stream {
  userId: number;
  sessionId: string;
  receive: (event: LiveEvent) => void;
  end: () => void;
}

/** The live streams of this process: one subscription to the bus, handed to the members' browsers. */
export class Streams {
  readonly #byUser = new Map<number, Set<Stream>>();
  readonly close: () => void;

  constructor(ctx: Context) {
    const stop = ctx.live.subscribe((event) => this.#hand(event));
    this.close = () => {
      stop();
      for (const streams of this.#byUser.values()) for (const stream of streams) stream.end();
    };
  }

  /** Registers a stream; the returned function removes it. */
  add(stream: Stream): () => void {
    const streams = this.#byUser.get(stream.userId) ?? new Set();
    this.#byUser.set(stream.userId, streams.add(stream));
    return () => {
      streams.delete(stream);
      if (streams.size === 0) this.#byUser.delete(stream.userId);
    };
  }

  #hand(event: LiveEvent): void {
    if (event.name === 'session.ended') return this.#end(event.payload);
    if (event.to === null) {
      for (const streams of this.#byUser.values()) for (const stream of streams) stream.receive(event);
      return;
    }
    for (const userId of new Set(event.to)) {
      for (const stream of this.#byUser.get(userId) ?? []) stream.receive(event);
    }
  }

  #end({ userId, sessionIds }: { userId: number; sessionIds: string[] | 'all' }): void {
    for (const stream of this.#byUser.get(userId) ?? []) {
      if (sessionIds === 'all' || sessionIds.includes(stream.sessionId)) stream.end();
    }
  }
}
