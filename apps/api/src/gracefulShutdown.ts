import { Server } from 'node:net';
import { setImmediate as nextIteration, setTimeout as wait } from 'node:timers/promises';
import type { Stop } from '@kith/platform';
import type { FastifyInstance } from 'fastify';
import type { Streams } from './live/streams.ts';

/** How long /readyz fails before anything is closed, so that a proxy notices: a fifth of SHUTDOWN_SECONDS, at most 5 s. */
const noticeShare = 1 / 5;
const maxNoticeMs = 5_000;

/**
 * How long keep-alive connections are served after the listening socket is closed: a proxy notices the closed socket only when it
 * opens its next connection.
 */
const keepAliveMs = 1_000;

/**
 * How many live streams are closed per second, so that their browsers do not all reconnect at once, and how long that may take at
 * most.
 */
const streamsPerSecond = 100;
const maxClosingStreamsMs = 8_000;

/**
 * How long before its deadline the process stops waiting for requests: that time is left to close the connections to the
 * stores.
 */
const reservedMs = 1_500;

/**
 * An iteration of the event loop counts as idle if it is shorter than `idleIterationMs`. The wait for an idle iteration ends
 * after `maxIdleWaitMs`.
 */
const idleIterationMs = 0.5;
const maxIdleWaitMs = 1_000;

/**
 * Closes the listening socket only: Node's own close would cut connections that a proxy may be using. The kernel resets
 * connections that were not accepted yet, so this first waits for an iteration of the event loop without a new connection.
 */
async function stopListening(server: Server): Promise<void> {
  const last = performance.now() + maxIdleWaitMs;
  let accepted = 0;
  const onConnection = () => {
    accepted += 1;
  };
  server.on('connection', onConnection);
  await nextIteration();
  for (let from = performance.now(), idle = false; !idle && from < last; ) {
    const before = accepted;
    await nextIteration();
    const now = performance.now();
    idle = accepted === before && now - from < idleIterationMs;
    from = now;
  }
  server.off('connection', onConnection);
  Server.prototype.close.call(server);
}

/**
 * Graceful shutdown. First /readyz fails, so that a proxy stops sending requests. If other processes keep serving, this process
 * then waits a few seconds. After that it accepts no connection, closes the event streams, and finishes the requests in
 * progress.
 */
export class GracefulShutdown {
  #begun = false;
  #listening = true;
  #server: Server | undefined;
  #inProgress = 0;

  /** Whether this process was asked to stop. */
  get begun(): boolean {
    return this.#begun;
  }

  /**
   * Counts requests in progress. Once the listening socket is closed, a connection is closed after its next response. If
   * responses closed connections before that, clients would only open new ones, some of them just when new connections are
   * refused.
   */
  trackRequests(app: FastifyInstance): void {
    this.#server = app.server;
    app.server.on('request', (_request, response) => {
      this.#inProgress += 1;
      response.once('close', () => {
        this.#inProgress -= 1;
      });
    });
    app.addHook('onRequest', (_request, reply, done) => {
      if (!this.#listening) reply.header('connection', 'close');
      done();
    });
  }

  /** Shuts down. Resolves when every request in progress is finished, or the time is up. */
  async stop(streams: Streams, { alone, deadline }: Stop): Promise<void> {
    const last = deadline - reservedMs;
    this.#begun = true;
    if (alone) await wait(Math.min(maxNoticeMs, (deadline - Date.now()) * noticeShare));
    if (this.#server) await stopListening(this.#server);
    this.#listening = false;
    const closingStreamsMs = Math.min(
      maxClosingStreamsMs,
      (streams.size / streamsPerSecond) * 1000,
      Math.max(0, last - Date.now()),
    );
    await Promise.all([streams.endWithin(closingStreamsMs), alone ? wait(keepAliveMs) : undefined]);
    while (this.#inProgress > 0 && Date.now() < last) await wait(20);
  }
}
