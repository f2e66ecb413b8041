import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Cluster, type ClusterNode, Redis, type RedisOptions } from 'ioredis';

// What ioredis 6.0 does not come back from by itself. `healing.test.ts` shows each case; without it, fewer lines of this file
// would be needed.

type OptionsOfCluster = NonNullable<ConstructorParameters<typeof Cluster<'legacy'>>[1]>;

/** How long the connections of a cluster's client take to end at most, in milliseconds: ten times `disconnectTimeout`. */
const longestEnd = 1_000;

/** How long a client that ended rests before it begins anew, in milliseconds. */
const rest = 100;

/** One Redis, or the master that sentinels name. */
export class HealingRedis extends Redis {
  /** What `duplicate` made. */
  readonly copies: HealingRedis[] = [];
  #closed = false;

  constructor(url: string | null, options: RedisOptions) {
    // Whatever else ioredis understands of an address of one Redis is its own matter.
    super(...((url ? [url, options] : [options]) as [string, RedisOptions & { replyMapping?: 'legacy' }]));
    // Told of a new master, or to connect anew, in the moment in which it asks a sentinel, ioredis ends for good.
    this.on('end', async () => {
      if (!this.#closed) await wait(rest);
      if (!this.#closed && this.status === 'end') this.connect().catch(() => {});
    });
  }

  override disconnect(reconnect = false): void {
    this.#closed ||= !reconnect;
    super.disconnect(reconnect);
  }

  // biome-ignore lint/suspicious/noExplicitAny: in ioredis the type of the answers depends on the options
  override duplicate(options?: any): any {
    const copy = new HealingRedis(null, { ...this.options, ...options });
    this.copies.push(copy);
    return copy;
  }
}

export class HealingCluster extends Cluster {
  readonly copies: HealingCluster[] = [];
  readonly #startupNodes: ClusterNode[];
  /** One for all attempts, of which an outage sees many. */
  #ready: Promise<void> | null = null;
  #wanted = true;

  constructor(startupNodes: ClusterNode[], options: OptionsOfCluster) {
    super(startupNodes, options);
    this.#startupNodes = startupNodes;
  }

  /**
   * Settles when the client is ready, is closed or tells of an error. By itself it never does where the cluster answered but had
   * no master for some slots, though the client goes on: a worker of BullMQ that waits for it would take no job any more.
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
   * ioredis connects anew when the last connection has ended. A failover may have left it none, whose end it would await for
   * ever.
   */
  override disconnect(reconnect = false): void {
    this.#wanted = reconnect;
    super.disconnect(reconnect);
    const begin = () => this.#wanted && this.status === 'disconnecting' && this.connect().catch(() => {});
    if (reconnect) setTimeout(begin, longestEnd).unref();
  }

  // biome-ignore lint/suspicious/noExplicitAny: in ioredis the type of the answers depends on the options
  override duplicate(startupNodes: ClusterNode[] = [], options: any = {}): any {
    const redisOptions = { ...this.options.redisOptions, ...options.redisOptions };
    const nodes = startupNodes.length > 0 ? startupNodes : this.#startupNodes;
    const copy = new HealingCluster(nodes, { ...this.options, ...options, redisOptions });
    this.copies.push(copy);
    return copy;
  }
}
