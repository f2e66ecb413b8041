import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Cluster, type ClusterNode, Redis, type RedisOptions } from 'ioredis';

// Works around cases from which ioredis 6.0 does not recover by itself. `resilientClients.long.test.ts` reproduces each case. When a
// test passes without the workaround for its case, that workaround can be removed.

type OptionsOfCluster = NonNullable<ConstructorParameters<typeof Cluster<'legacy'>>[1]>;

/** The longest time for the connections of a cluster client to close, in milliseconds: ten times `disconnectTimeout`. */
const closeTimeoutMs = 1_000;

/** The pause before a client that ended is restarted, in milliseconds. */
const restartDelayMs = 100;

/** A client of a single Redis, or of the master that sentinels name. */
export class ResilientRedis extends Redis {
  /** Clients created by `duplicate`. */
  readonly copies: ResilientRedis[] = [];
  #closed = false;

  constructor(url: string | null, options: RedisOptions) {
    // ioredis itself reads any other option from the URL of a single Redis.
    super(...((url ? [url, options] : [options]) as [string, RedisOptions & { replyMapping?: 'legacy' }]));
    // ioredis stops for good if it is told of a new master, or to reconnect, while it is asking a sentinel.
    this.on('end', async () => {
      if (!this.#closed) await wait(restartDelayMs);
      if (!this.#closed && this.status === 'end') this.connect().catch(() => {});
    });
  }

  override disconnect(reconnect = false): void {
    this.#closed ||= !reconnect;
    super.disconnect(reconnect);
  }

  // biome-ignore lint/suspicious/noExplicitAny: in ioredis the type of the answers depends on the options
  override duplicate(options?: any): any {
    const copy = new ResilientRedis(null, { ...this.options, ...options });
    this.copies.push(copy);
    return copy;
  }
}

export class ResilientCluster extends Cluster {
  readonly copies: ResilientCluster[] = [];
  readonly #startupNodes: ClusterNode[];
  /** One listener shared by all attempts to connect, of which an outage has many. */
  #ready: Promise<void> | null = null;
  #wanted = true;

  constructor(startupNodes: ClusterNode[], options: OptionsOfCluster) {
    super(startupNodes, options);
    this.#startupNodes = startupNodes;
  }

  /**
   * Settles when the client is ready, closed or reports an error. The promise of ioredis itself never settles if the cluster
   * answered but had no master for some slots. A BullMQ worker that waits for this promise would take no more jobs.
   */
  override connect(): Promise<void> {
    this.#ready ??= this.#whenReady();
    return Promise.race([super.connect(), this.#ready]);
  }

  async #whenReady(): Promise<void> {
    const over = new AbortController();
    const ended = once(this, 'end', over).then(() => Promise.reject(new Error('Connection is closed.')));
    await Promise.race([once(this, 'ready', over), ended]).finally(() => {
      over.abort();
      this.#ready = null;
    });
  }

  /**
   * ioredis reconnects when its last connection ends. After a failover the client may have no connection left, and would wait
   * for ever.
   */
  override disconnect(reconnect = false): void {
    this.#wanted = reconnect;
    super.disconnect(reconnect);
    const begin = () => this.#wanted && this.status === 'disconnecting' && this.connect().catch(() => {});
    if (reconnect) setTimeout(begin, closeTimeoutMs).unref();
  }

  // biome-ignore lint/suspicious/noExplicitAny: in ioredis the type of the answers depends on the options
  override duplicate(startupNodes: ClusterNode[] = [], options: any = {}): any {
    const redisOptions = { ...this.options.redisOptions, ...options.redisOptions };
    const nodes = startupNodes.length > 0 ? startupNodes : this.#startupNodes;
    const copy = new ResilientCluster(nodes, { ...this.options, ...options, redisOptions });
    this.copies.push(copy);
    return copy;
  }
}
