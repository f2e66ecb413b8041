import { EventEmitter } from 'node:events';
import type { Log } from '@kith/domain';
import type { Cluster, Redis, RedisOptions } from 'ioredis';
import { withTimeout } from '../observe/readiness.ts';
import { StartError } from '../startError.ts';
import { parseRedisUrl, redisForms } from './address.ts';

export type RedisClient = Redis | Cluster;

/** The longest time that a request waits for Redis, in milliseconds, if nothing else is said. Redis normally answers in less than one. */
const commandTimeout = 200;

/** The shortest outage after which `onBack` is called, in milliseconds: an election takes longer, a busy moment does not. */
const outageMs = 1_000;

/** The interval of health checks, and how long a start waits for Redis, in milliseconds. */
const [healthCheckIntervalMs, startTimeoutMs] = [500, 10_000];

export interface RedisStore {
  /** True from a command's time-out until Redis answers again; callers then skip Redis. */
  readonly unavailable: boolean;
  /** Calls a function whenever Redis answers again after an outage of a second or more, as a failover is. */
  onBack(listener: () => void): void;
  /** To be called when a command timed out. */
  markUnavailable(error: unknown): void;
  /** For single commands. They fail after the time-out if Redis does not answer, and immediately while disconnected. */
  client: RedisClient;
  /** For queueing: like `client`, but with a time-out of 2 s, because a batch of a hundred jobs is a hundred commands. */
  forQueueing: RedisClient;
  /** The prefix of BullMQ's keys. Its hash tag keeps all keys on one node of a cluster, as BullMQ's scripts require. */
  prefix: string;
  /** Another client, for BullMQ's workers or for subscriptions, which waits for Redis as long as it takes. */
  open(options?: RedisOptions): RedisClient;
  close(): void;
}

const retryStrategy = (times: number) => Math.min(times * 50, 1_000);

/** Commands fail while there is no connection, and a connection on which nothing comes back is replaced. */
const failFast = { enableOfflineQueue: false, socketTimeout: 3_000 };

const outage = 'Redis is unavailable: live events are late, jobs wait, limits are counted per process';

/** Makes clients of a single Redis, of the master that sentinels name, or of a cluster. */
async function clientsOf(url: string): Promise<(options: RedisOptions) => RedisClient> {
  const address = parseRedisUrl(url);
  if (!address) throw new TypeError(`REDIS_URL should be ${redisForms}.`);
  const { Cluster, Redis } = await import('ioredis');
  const { kind, hosts, tls, username, password, db, master, sentinelPassword } = address;
  const common: RedisOptions = {
    lazyConnect: true,
    keepAlive: 10_000,
    connectTimeout: 3_000,
    disconnectTimeout: 100,
    maxRetriesPerRequest: null,
    ...(username && { username }),
    ...(password && { password }),
    ...(tls && { tls: {} }),
    // The answer of a former master: the client then asks the sentinels for the new one.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  };
  return (options) => {
    if (kind === 'single') return new Redis(url, { ...common, retryStrategy, ...options });
    if (kind === 'sentinel')
      return new Redis({
        ...common,
        ...options,
        retryStrategy,
        db,
        sentinels: hosts,
        name: master,
        sentinelCommandTimeout: 1_000,
        ...(sentinelPassword && { sentinelPassword }),
        ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
      });
    const { enableOfflineQueue = true, ...ofNodes } = options;
    return new Cluster(hosts, {
      lazyConnect: true,
      enableOfflineQueue,
      slotsRefreshInterval: 2_000,
      clusterRetryStrategy: retryStrategy,
      // A command whose connection was closed is retried a few times within its time-out, and then fails.
      ...(!enableOfflineQueue && { maxRedirections: 5, retryDelayOnFailover: 30, retryDelayOnClusterDown: 0 }),
      // Certificates are issued for host names, but nodes announce IP addresses.
      ...(tls && { dnsLookup: (host, done) => done(null, host) }),
      redisOptions: { ...common, ...ofNodes },
    }) as RedisClient;
  };
}

/** The nodes of a cluster, or the one Redis. */
export const nodesOf = (client: RedisClient, role: 'all' | 'master'): Redis[] =>
  client.isCluster ? (client as Cluster).nodes(role) : [client as Redis];

/** Rejects unless Redis, or the master of every slot, answers. */
export async function probe(client: RedisClient): Promise<void> {
  if (client.status !== 'ready') throw new Error(`no connection (${client.status})`);
  const state = client.isCluster ? client.cluster('INFO') : 'cluster_state:ok';
  const [info] = await Promise.all([state, ...nodesOf(client, 'master').map((node) => node.ping())]);
  if (!/cluster_state:ok/.test(String(info))) throw new Error('slots of the cluster have no master');
}

/**
 * Connects to Redis. ioredis reconnects whenever a connection is lost.
 * @throws StartError when Redis is unavailable at the start
 */
export async function openRedis(url: string, log: Log, timeoutMs = commandTimeout): Promise<RedisStore> {
  const make = await clientsOf(url);
  const opened: RedisClient[] = [];
  const open = (options: RedisOptions = {}): RedisClient => {
    const client = make(options);
    // ioredis emits an error for every reconnection attempt; the outage is logged once, below.
    client.on('error', () => {});
    opened.push(client);
    return client;
  };
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    clearInterval(timer);
    for (const each of opened) each.disconnect();
  };
  const client = open({ ...failFast, commandTimeout: timeoutMs });
  const forQueueing = open({ ...failFast, commandTimeout: 2_000 });
  await connect([client, forQueueing]).catch((error) => {
    close();
    throw error;
  });
  let unavailable = false;
  let since = 0;
  const back = new EventEmitter();
  const markUnavailable = (error: unknown) => {
    if (unavailable) return;
    log.warn({ error: String(error) }, outage);
    unavailable = true;
    since = performance.now();
  };
  const markAvailable = () => {
    if (!unavailable) return;
    log.info({}, 'Redis is back');
    unavailable = false;
    if (performance.now() - since >= outageMs) back.emit('back');
  };
  // The check is done twice: in a busy process the timer may fire before an answer that has already arrived is read.
  const check = () => Promise.all([probe(client), probe(forQueueing)]);
  timer = setInterval(() => check().catch(check).then(markAvailable, markUnavailable), healthCheckIntervalMs).unref();
  return {
    get unavailable() {
      return unavailable;
    },
    onBack: (listener) => void back.on('back', listener),
    markUnavailable,
    client,
    forQueueing,
    prefix: client.isCluster ? '{kith}' : 'bull',
    open,
    close,
  };
}

async function connect(clients: [RedisClient, RedisClient]): Promise<void> {
  let first: (NodeJS.ErrnoException & { lastNodeError?: NodeJS.ErrnoException }) | undefined;
  for (const client of clients) client.once('error', (error) => (first ??= error));
  // ioredis retries by itself, so only its readiness counts.
  const ready = (client: RedisClient): Promise<void> =>
    new Promise((resolve) => {
      client.once('ready', resolve);
      client.connect().catch(() => {});
    });
  try {
    await withTimeout(startTimeoutMs, Promise.all(clients.map(ready)));
  } catch (error) {
    const reason = first?.lastNodeError ?? first ?? (error as NodeJS.ErrnoException);
    throw new StartError(`Redis cannot be used (${reason.code ?? reason.message}): check REDIS_URL.`);
  }
  const [client] = clients;
  // Some providers do not permit INFO; the check is skipped there.
  const info = client.isCluster ? '' : await client.info('cluster').catch(() => '');
  if (/cluster_enabled:1/.test(String(info)))
    throw new StartError('Setting REDIS_URL names a node of a Redis cluster: it should end in ?cluster=on.');
}
