import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import type { LiveItem } from '@kith/contracts';
import { expect, vi } from 'vitest';
import type { Stream } from '../live/stream.ts';
import type { Watched } from '../live/streams.ts';
import type { Person, TestApp } from './testApp.ts';

/** A response without a socket, which passes on the events that a stream writes. */
export const responseFor = (onItem: (item: LiveItem) => void): ServerResponse =>
  new Writable({
    write(chunk, _encoding, done) {
      for (const [, data = ''] of String(chunk).matchAll(/^data: (.+)$/gm)) onItem(JSON.parse(data));
      done();
    },
  }) as ServerResponse;

/** The live streams of several members, without sockets. */
export class EventRecorder {
  readonly #server: TestApp;
  readonly #items = new Map<Person, LiveItem[]>();
  readonly #streams = new Map<Person, Stream>();

  constructor(server: TestApp) {
    this.#server = server;
  }

  /** Opens a stream for each of these members who has a session. Members without a session receive nothing. */
  async listen(people: readonly Person[], watched: Watched = { postIds: [], ranking: false }): Promise<this> {
    const { sessions, streams } = this.#server.deps;
    await this.#untilDelivered();
    for (const person of people) {
      const session = person.token === undefined ? null : await sessions.resolve(person.token, 'test');
      if (!session) continue;
      const items: LiveItem[] = [];
      const stream = streams.open(
        session,
        null,
        responseFor((item) => void items.push(item)),
      );
      streams.watch(person.userId, stream.id, watched);
      this.#items.set(person, items);
      this.#streams.set(person, stream);
    }
    return this;
  }

  /** Waits until the bus has delivered everything that was published before this call. The bus preserves the order of events. */
  async #untilDelivered(): Promise<void> {
    const { live } = this.#server.deps.domain;
    const delivered = Promise.withResolvers<void>();
    const streamId = randomUUID();
    const stop = live.subscribe((event) => {
      if (event.name === 'stream.watching' && event.payload.streamId === streamId) delivered.resolve();
    });
    await live.publish({
      name: 'stream.watching',
      to: null,
      payload: { streamId, userId: 0, postIds: [], ranking: false },
    });
    await delivered.promise;
    stop();
  }

  /** The events that a member received, in order, except `settings.changed`, by which the recorder marks positions. */
  of = (person: Person): LiveItem[] =>
    (this.#items.get(person) ?? []).filter(({ name }) => name !== 'settings.changed');

  names = (person: Person): string[] => this.of(person).map(({ name }) => name);

  /**
   * Waits until `witness` has received this many of the `counted` events, and then until every stream has delivered the events
   * published so far. Another stream may still be reading an event that the witness has already received.
   */
  async untilReceived(witness: Person, events: number, counted = (_: LiveItem) => true): Promise<void> {
    await vi.waitFor(() => expect(this.of(witness).filter(counted)).toHaveLength(events), 10_000);
    const to = [...this.#items.keys()].map(({ userId }) => userId);
    const marks = () =>
      [...this.#items.values()].map((items) => items.filter(({ name }) => name === 'settings.changed'));
    const [before = []] = marks();
    await this.#server.deps.domain.live.publish({ name: 'settings.changed', to, payload: { userId: 0 } });
    await vi.waitFor(() => expect(marks().every(({ length }) => length > before.length)).toBe(true), 10_000);
  }

  close(): void {
    for (const stream of this.#streams.values()) stream.end();
  }
}
