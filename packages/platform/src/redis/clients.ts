import type { Cluster, Redis, RedisOptions } from 'ioredis';
import type { RedisAddress } from './address.ts';
import type { HealingCluster, HealingRedis } from './healing.ts';

export type RedisClient = HealingRedis | HealingCluster;

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
  const { HealingCluster, HealingRedis } = await import('./healing.ts');
  const { kind, hosts, tls, username, password, db, master, sentinelPassword } = address;
  const access = { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) };
  if (kind === 'cluster')
    return ({ impatient = false, ...options }) =>
      new HealingCluster(hosts, {
        lazyConnect: true,
        enableOfflineQueue: !impatient,
        slotsRefreshInterval: 2_000,
        clusterRetryStrategy: retryStrategy,
        // A command that finds its connection closed is tried again a few times and then fails, within its time.
        ...(impatient && { maxRedirections: 5, retryDelayOnFailover: 30, retryDelayOnClusterDown: 0 }),
        // Certificates name hosts, and nodes tell addresses.
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
  return ({ impatient = false, ...options }) => {
    const all: RedisOptions = { ...common, retryStrategy, enableOfflineQueue: !impatient, ...options };
    return kind === 'sentinel' ? new HealingRedis(null, { ...sentinel, ...all }) : new HealingRedis(url, all);
  };
}

/** Ends the connection that a client has, which then makes another. One that is about to is left to it. */
export function renew(client: Redis | Cluster): void {
  if (['connect', 'ready'].includes(client.status)) client.disconnect(true);
}

export const isCluster = (client: RedisClient): client is HealingCluster => client.isCluster;

/** A connection to one master of a cluster, any of them, which ends for good when it is lost. Undefined while none is known. */
export function oneMaster(cluster: Cluster): Redis | undefined {
  const masters = cluster.nodes('master');
  const some = masters[Math.floor(Math.random() * masters.length)];
  // The other options of a node are those of the cluster's `redisOptions`.
  return some?.duplicate({
    lazyConnect: true,
    retryStrategy: () => null,
    autoResubscribe: false,
    commandTimeout: undefined,
  });
}

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
