import { Server } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Stop } from '@kith/platform';
import type { FastifyInstance } from 'fastify';
import type { Streams } from './live/streams.ts';

/** How long /readyz fails before anything is closed, so that a proxy notices: a fifth of SHUTDOWN_SECONDS, at most 5 s. */
const noticeShare = 1 / 5;
const mostNoticeMs = 5_000;

/**
 * How long keep-alive connections are served after the listening socket is closed: a proxy notices only when it next connects.
 */
const lingerMs = 1_000;

/**
 * How many live streams are closed per second, so that their browsers do not all reconnect at once, and how long that may take at
 * most.
 */
const streamsPerSecond = 100;
const mostTellingMs = 8_000;

/** The time reserved for closing the rest of the process. */
const closingMs = 1_500;

/** An iteration of the event loop counts as idle if it is shorter than this; and the longest wait for an idle one. */
const quietTurnMs = 0.5;
const mostQuietMs = 1_000;

/**
 * Closes the listening socket only: Node's own close would cut connections that a proxy may be using. The kernel resets
 * connections that were not accepted yet, so this first waits for an iteration of the event loop without a new connection.
 */
async function stopListening(server: Server): Promise<void> {
  const last = performance.now() + mostQuietMs;
  let taken = 0;
  const take = () => {
    taken += 1;
  };
  server.on('connection', take);
  await turn();
  for (let from = performance.now(), quiet = false; !quiet && from < last; ) {
    const before = taken;
    await turn();
    const now = performance.now();
    quiet = taken === before && now - from < quietTurnMs;
    from = now;
  }
  server.off('connection', take);
  Server.prototype.close.call(server);
}

/** Graceful shutdown: first /readyz fails, then no connection is accepted, then everything in progress is finished. */
export class GracefulShutdown {
  #begun = false;
  #listening = true;
  #server: Server | undefined;
  #underWay = 0;

  /** Whether this process was asked to stop. */
  get begun(): boolean {
    return this.#begun;
  }

  /**
   * Counts requests in progress. Once the socket is closed, each connection ends with its next response. An earlier end would
   * only cause new connections, some of them at the moment when they are refused.
   */
  attend(app: FastifyInstance): void {
    this.#server = app.server;
    app.server.on('request', (_request, response) => {
      this.#underWay += 1;
      response.once('close', () => {
        this.#underWay -= 1;
      });
    });
    app.addHook('onRequest', (_request, reply, done) => {
      if (!this.#listening) reply.header('connection', 'close');
      done();
    });
  }

  /** Resolves when everything in progress is done, or the time is up. */
  async leave(streams: Streams, { alone, deadline }: Stop): Promise<void> {
    const last = deadline - closingMs;
    this.#begun = true;
    if (alone) await wait(Math.min(mostNoticeMs, (deadline - Date.now()) * noticeShare));
    if (this.#server) await stopListening(this.#server);
    this.#listening = false;
    const telling = Math.min(mostTellingMs, (streams.size / streamsPerSecond) * 1000, Math.max(0, last - Date.now()));
    await Promise.all([streams.endWithin(telling), alone ? wait(lingerMs) : undefined]);
    while (this.#underWay > 0 && Date.now() < last) await wait(20);
  }
}
