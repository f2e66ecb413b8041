import type { Cluster, Redis, RedisOptions } from 'ioredis';
import type { RedisAddress } from './address.ts';
import type { ResilientCluster, ResilientRedis } from './resilientClients.ts';

export type RedisClient = ResilientRedis | ResilientCluster;

export interface ClientOptions {
  /** Time-out of a command in milliseconds; without it a command waits for ever. */
  commandTimeout?: number;
  /** Milliseconds of silence after which a connection counts as dead. */
  socketTimeout?: number;
  /** Commands fail immediately while there is no connection. */
  failFast?: boolean;
}

const common = {
  lazyConnect: true,
  keepAlive: 10_000,
  connectTimeout: 3_000,
  // How long to wait for the socket to close cleanly, which it never does on a hanging Redis.
  disconnectTimeout: 100,
  maxRetriesPerRequest: null,
  // Reconnects when the master has become a replica, so that the sentinels are asked for the new master.
  reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 2 : false) as 2 | false,
};

const retryStrategy = (times: number) => Math.min(times * 50, 1_000);

/** Creates clients for REDIS_URL. They connect at first use. */
export async function clientsOf(url: string, address: RedisAddress): Promise<(options: ClientOptions) => RedisClient> {
  const { ResilientCluster, ResilientRedis } = await import('./resilientClients.ts');
  const { kind, hosts, tls, username, password, db, master, sentinelPassword } = address;
  const access = { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) };
  if (kind === 'cluster')
    return ({ failFast = false, ...options }) =>
      new ResilientCluster(hosts, {
        lazyConnect: true,
        enableOfflineQueue: !failFast,
        slotsRefreshInterval: 2_000,
        clusterRetryStrategy: retryStrategy,
        // A command whose connection was closed is retried a few times within its time-out, and then fails.
        ...(failFast && { maxRedirections: 5, retryDelayOnFailover: 30, retryDelayOnClusterDown: 0 }),
        // Certificates are issued for host names, but nodes announce IP addresses.
        ...(tls && { dnsLookup: (host, done) => done(null, host) }),
        redisOptions: { ...common, ...access, ...options },
      });
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
  return ({ failFast = false, ...options }) => {
    const all: RedisOptions = { ...common, retryStrategy, enableOfflineQueue: !failFast, ...options };
    return kind === 'sentinel' ? new ResilientRedis(null, { ...sentinel, ...all }) : new ResilientRedis(url, all);
  };
}

/** Drops a client's connection so that the client reconnects. Does nothing while it is already reconnecting. */
export function renew(client: Redis | Cluster): void {
  if (['connect', 'ready'].includes(client.status)) client.disconnect(true);
}

export const isCluster = (client: RedisClient): client is ResilientCluster => client.isCluster;

/** A connection to any master of a cluster. A connection that is lost ends for good. Undefined while no master is known. */
export function oneMaster(cluster: Cluster): Redis | undefined {
  const masters = cluster.nodes('master');
  const some = masters[Math.floor(Math.random() * masters.length)];
  // `duplicate` keeps the node's other options, which include the cluster's `redisOptions`.
  return some?.duplicate({
    lazyConnect: true,
    retryStrategy: () => null,
    autoResubscribe: false,
    commandTimeout: undefined,
  });
}

/** The master nodes. */
export const mastersOf = (client: RedisClient): Redis[] => (isCluster(client) ? client.nodes('master') : [client]);

/** Rejects unless Redis, or the master of every slot, answers. */
export async function probe(client: RedisClient): Promise<void> {
  if (!isCluster(client)) return void (await client.ping());
  if (client.status !== 'ready') throw new Error(`no node answers (${client.status})`);
  const masters = client.nodes('master');
  const owners = new Set(client.slots.map((nodes) => nodes[0]));
  if (masters.length < owners.size) throw new Error('a node of the cluster is unavailable');
  const [info] = await Promise.all([client.cluster('INFO'), ...masters.map((node) => node.ping())]);
  if (!/cluster_state:ok/.test(String(info))) throw new Error('slots of the cluster have no master');
}
