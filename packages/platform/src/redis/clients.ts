import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster, Redis, RedisOptions } from 'ioredis';
import type { RedisAddress } from './address.ts';

export type RedisClient = Redis | Cluster;

export interface ClientOptions {
  /** Milliseconds for an answer; without it a command waits for as long as it takes. */
  commandTimeout?: number;
  /** Milliseconds of silence after which a connection counts as dead. */
  socketTimeout?: number;
  /** Fails at once what is asked while there is no connection. */
  impatient?: boolean;
}

const common = {
  lazyConnect: true,
  keepAlive: 10_000,
  connectTimeout: 3_000,
  // How long to wait for the socket to close in order, which one to a Redis that hangs never does.
  disconnectTimeout: 100,
  maxRetriesPerRequest: null,
  // A master that has become a replica while we were connected: ask again who is the master.
  reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 2 : false) as 2 | false,
};

const retryStrategy = (times: number) => Math.min(times * 50, 1_000);

/** Makes clients of what REDIS_URL names. Nothing is connected before its first use. */
export async function clientsOf(url: string, address: RedisAddress): Promise<(options: ClientOptions) => RedisClient> {
  const { Redis, Cluster } = await import('ioredis');
  const { kind, hosts, tls, username, password, db, master, sentinelPassword } = address;
  const access = { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) };
  if (kind === 'cluster')
    return ({ impatient = false, ...options }) =>
      settling(
        new Cluster(hosts, {
          lazyConnect: true,
          enableOfflineQueue: !impatient,
          slotsRefreshInterval: 2_000,
          clusterRetryStrategy: retryStrategy,
          // A command that finds its connection closed is tried again a few times and then fails, within its time.
          ...(impatient && { maxRedirections: 5, retryDelayOnFailover: 30, retryDelayOnClusterDown: 0 }),
          // Certificates name hosts, and nodes tell addresses.
          ...(tls && { dnsLookup: (host, done) => done(null, host) }),
          redisOptions: { ...common, ...access, ...options },
        }),
      );
  const sentinel: RedisOptions = {
    sentinels: hosts,
    name: master,
    ...access,
    db,
    ...(sentinelPassword && { sentinelPassword }),
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    sentinelCommandTimeout: 1_000,
    failoverDetector: true,
  };
  return ({ impatient = false, ...options }) => {
    const all: RedisOptions = { ...common, retryStrategy, enableOfflineQueue: !impatient, ...options };
    // Whatever else ioredis understands of an address of one Redis is its own matter.
    return kind === 'sentinel' ? lasting(new Redis({ ...sentinel, ...all })) : new Redis(url, all);
  };
}

/** How long connections take to end at most, in milliseconds: ten times `disconnectTimeout`. */
const longestEnd = 1_000;

/**
 * Has `connect` end when the client is ready, is closed or tells of an error. By itself it never ends where the cluster
 * answered but had no master for some slots, though the client goes on by itself: a worker of BullMQ that waits for it would
 * take no job any more.
 */
function settling(cluster: Cluster): Cluster {
  const connect = cluster.connect.bind(cluster);
  // One for all attempts, of which an outage sees many.
  let ready: Promise<void> | null = null;
  const whenReady = async () => {
    const over = new AbortController();
    const ended = once(cluster, 'end', over).then(() => Promise.reject(new Error('Connection is closed.')));
    await Promise.race([once(cluster, 'ready', over), ended]).finally(() => {
      over.abort();
      ready = null;
    });
  };
  cluster.connect = () => {
    ready ??= whenReady();
    return Promise.race([connect(), ready]);
  };
  const disconnect = cluster.disconnect.bind(cluster);
  let wanted = true;
  cluster.disconnect = (reconnect = false) => {
    wanted = reconnect;
    disconnect(reconnect);
    // It begins again when its last connection has ended. A failover may have left it none, whose end it would await for ever.
    const again = () => wanted && cluster.status === 'disconnecting' && cluster.connect().catch(() => {});
    if (reconnect) setTimeout(again, longestEnd).unref();
  };
  const duplicate = cluster.duplicate.bind(cluster);
  cluster.duplicate = (...given) => settling(duplicate(...given));
  return cluster;
}

/** How long a client that gave up rests before it begins again, in milliseconds. */
const rest = 100;

/**
 * Has a client begin again that ended without having been closed: one that is told of a new master, or is to connect again,
 * in the moment in which it asks a sentinel takes that for the end.
 */
function lasting(client: Redis): Redis {
  const disconnect = client.disconnect.bind(client);
  let closed = false;
  client.disconnect = (reconnect = false) => {
    closed ||= !reconnect;
    disconnect(reconnect);
  };
  client.on('end', async () => {
    if (!closed) await wait(rest);
    if (!closed && client.status === 'end') client.connect().catch(() => {});
  });
  const duplicate = client.duplicate.bind(client);
  client.duplicate = (given) => lasting(duplicate(given));
  return client;
}

/** Ends the connection that a client has, which then makes another. One that is about to is left to it. */
export function renew(client: RedisClient): void {
  if (['connect', 'ready'].includes(client.status)) client.disconnect(true);
}

export const isCluster = (client: RedisClient): client is Cluster => client.isCluster;

/**
 * The connection by which a cluster's client hears what is published: another one once that was lost, which ioredis tells
 * nobody. Undefined for one Redis, whose client tells.
 */
export const hearsBy = (client: RedisClient): unknown =>
  isCluster(client)
    ? (client as unknown as { subscriber?: { getInstance?(): unknown } }).subscriber?.getInstance?.()
    : undefined;

/** The nodes that a client may write to. */
export const mastersOf = (client: RedisClient): Redis[] => (isCluster(client) ? client.nodes('master') : [client]);

/** Rejects unless all that is asked of it can be answered: by the one Redis, or by the master of every slot. */
export async function probe(client: RedisClient): Promise<void> {
  if (!isCluster(client)) return void (await client.ping());
  if (client.status !== 'ready') throw new Error(`no node answers (${client.status})`);
  const masters = client.nodes('master');
  const owners = new Set(client.slots.map((nodes) => nodes[0]));
  if (masters.length < owners.size) throw new Error('a node of the cluster is away');
  const [info] = await Promise.all([client.cluster('INFO'), ...masters.map((node) => node.ping())]);
  if (!/cluster_state:ok/.test(String(info))) throw new Error('slots of the cluster have no master');
}
