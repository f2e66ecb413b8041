import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../freePort.ts';

export interface RedisServers {
  /** The value of REDIS_URL. */
  url: string;
  /** Sends a signal to the current master of this key; returns its port. */
  signalMaster(key: string, signal: NodeJS.Signals): number;
  /** Sends a signal to the process that listens on this port. */
  signal(port: number, name: NodeJS.Signals): void;
  /** Sends a signal to every process. */
  signalAll(name: NodeJS.Signals): void;
  /** What the servers report about the master, for the message of a test that timed out. */
  state(): string;
  stop(): Promise<void>;
}

interface RedisCluster extends RedisServers {
  /** Sends a signal to the replica of the current master of this key; returns the replica's port. */
  signalReplica(key: string, signal: NodeJS.Signals): number;
}

interface RedisSentinels extends RedisServers {
  signalSentinels(signal: NodeJS.Signals): void;
}

/** How long a silent node is tolerated before a replica replaces it, in milliseconds. */
const downAfterMs = 1_000;

export const hasRedis = spawnSync('redis-server', ['--version']).error === undefined;

const ask = (port: number, ...words: string[]): string =>
  spawnSync('redis-cli', ['-p', String(port), ...words], { encoding: 'utf8', timeout: 2_000 }).stdout.trim();

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1, await wait(50)) if (isSo()) return;
  throw new Error(`${what} did not happen in time`);
}

/** Starts and stops redis-server processes, whose files are in a temporary folder. */
class Processes {
  readonly folder = mkdtempSync(join(tmpdir(), 'kith-redis-'));
  readonly #running = new Map<number, ChildProcess>();

  async start(count: number, ...args: string[]): Promise<number[]> {
    const ports: number[] = [];
    for (let index = 0; index < count; index += 1) ports.push(await this.#startOne(args));
    return ports;
  }

  async #startOne(args: string[]): Promise<number> {
    const port = await freePort();
    const usual = ['--port', String(port), '--bind', '127.0.0.1', '--dir', this.folder, '--save', ''];
    this.launch(port, [...usual, '--cluster-config-file', `nodes-${port}.conf`, ...args]);
    await until('redis-server', () => ask(port, 'PING') === 'PONG');
    return port;
  }

  launch(port: number, args: string[]): void {
    this.#running.set(port, spawn('redis-server', args, { stdio: 'ignore' }));
  }

  signal(port: number, name: NodeJS.Signals): void {
    this.#running.get(port)?.kill(name);
  }

  signalAll(name: NodeJS.Signals): void {
    for (const each of this.#running.values()) each.kill(name);
  }

  async stop(): Promise<void> {
    for (const each of this.#running.values()) {
      if (each.exitCode !== null || each.signalCode !== null) continue;
      each.kill('SIGKILL');
      await once(each, 'exit');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function replicaOf(master: number): number {
  const [, port] = /^slave0:.*?port=(\d+)/m.exec(ask(master, 'INFO', 'replication')) ?? [];
  if (!port) throw new Error(`${master} has no replica`);
  return Number(port);
}

/** Three masters with a replica each. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const processes = new Processes();
  const timeout = String(downAfterMs);
  const ports = await processes.start(6, '--cluster-enabled', 'yes', '--cluster-node-timeout', timeout);
  const nodes = ports.map((port) => `127.0.0.1:${port}`);
  spawnSync('redis-cli', ['--cluster', 'create', ...nodes, '--cluster-replicas', '1', '--cluster-yes']);
  await until('the cluster', () =>
    ports.every((port) => /cluster_state:ok/.test(ask(port, 'CLUSTER', 'INFO')) && isLinked(port)),
  );
  const signal = processes.signal.bind(processes);
  const masterOf = (key: string): number => {
    const slot = Number(ask(ports[0] as number, 'CLUSTER', 'KEYSLOT', key));
    const master = ports.find((port) => {
      const lines = ask(port, 'CLUSTER', 'NODES').split('\n');
      const self = lines.find((line) => line.includes('myself,master'))?.split(' ') ?? [];
      return self.slice(8).some((range) => {
        const [from = Number.NaN, to = from] = range.split('-').map(Number);
        return slot >= from && slot <= to;
      });
    });
    if (!master) throw new Error(`no node is the master of ${key}`);
    return master;
  };
  return {
    url: `redis://${nodes.join(',')}?cluster=on`,
    signal,
    signalAll: (name) => processes.signalAll(name),
    signalMaster(key, name) {
      const master = masterOf(key);
      signal(master, name);
      return master;
    },
    signalReplica(key, name) {
      const replica = replicaOf(masterOf(key));
      signal(replica, name);
      return replica;
    },
    state: () => ports.map((port) => `${port}: ${ask(port, 'CLUSTER', 'INFO').split('\n')[0]?.trim()}`).join('; '),
    stop: () => processes.stop(),
  };
}

/** Whether a replica is connected to its master, and a master to its replica. */
const isLinked = (port: number): boolean => /master_link_status:up|state=online/.test(ask(port, 'INFO', 'replication'));

/** A master with a replica, and three sentinels. */
export async function startRedisSentinels(): Promise<RedisSentinels> {
  const processes = new Processes();
  const [master = 0] = await processes.start(1);
  await processes.start(1, '--replicaof', `127.0.0.1 ${master}`);
  await until('the replica', () => isLinked(master));
  const sentinels: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    const port = await freePort();
    const file = join(processes.folder, `sentinel-${port}.conf`);
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${processes.folder}`,
      `sentinel monitor kith 127.0.0.1 ${master} 2`,
      `sentinel down-after-milliseconds kith ${downAfterMs}`,
      'sentinel failover-timeout kith 5000',
    ];
    writeFileSync(file, lines.join('\n'));
    processes.launch(port, [file, '--sentinel']);
    sentinels.push(port);
  }
  const known = (port: number) => ask(port, 'SENTINEL', 'master', 'kith').split('\n');
  const fieldOf = (lines: string[], name: string) => lines[lines.indexOf(name) + 1];
  await until('the sentinels', () =>
    sentinels.every((port) => {
      const lines = known(port);
      return fieldOf(lines, 'num-other-sentinels') === '2' && fieldOf(lines, 'num-slaves') === '1';
    }),
  );
  const signal = processes.signal.bind(processes);
  return {
    url: `redis://${sentinels.map((port) => `127.0.0.1:${port}`).join(',')}?sentinel=kith`,
    signal,
    signalAll: (name) => processes.signalAll(name),
    signalMaster(_key, name) {
      const port = Number(ask(sentinels[0] as number, 'SENTINEL', 'get-master-addr-by-name', 'kith').split('\n')[1]);
      signal(port, name);
      return port;
    },
    signalSentinels: (name) => {
      for (const port of sentinels) signal(port, name);
    },
    state: () =>
      sentinels
        .map((port) => {
          const lines = known(port);
          const [flags, state] = ['flags', 'failover-state'].map((name) => fieldOf(lines, name));
          return `${port}: ${fieldOf(lines, 'port')} ${flags} ${state} ${/sentinel_tilt:1/.exec(ask(port, 'INFO', 'sentinel')) ?? ''}`;
        })
        .join('; '),
    stop: () => processes.stop(),
  };
}
