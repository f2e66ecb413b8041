import { type Database, pendingJobQueries } from '@kith/db';
import { type FileStorage, type Log, serverState } from '@kith/domain';
import * as prometheus from 'prom-client';
import { type Counter, type CounterConfiguration, type Histogram, Registry } from 'prom-client';
import { diskOf } from '../dataDir/disk.ts';
import { inspectQueues, type QueueInspector } from '../queue/inspect.ts';
import type { Settings } from '../settings.ts';
import type { Stores } from '../stores.ts';
import { dependencyChecks } from './dependencies.ts';
import { withTimeout } from './readiness.ts';
import { kithVersion } from './version.ts';

/** The Prometheus metrics of one process. Labels have few values: never an id, an address or a member's text. */
export interface Metrics {
  /** A histogram of durations in seconds, with buckets that fit the process. */
  seconds<L extends string>(name: string, help: string, labelNames: L[]): Histogram<L>;
  counter<L extends string>(options: Omit<CounterConfiguration<L>, 'registers'>): Counter<L>;
  /** A gauge whose value is computed at scrape time. */
  gauge(name: string, help: string, read: () => number): void;
  /**
   * The response body of /metrics. If a store does not answer within two seconds, the gauges of that store keep their last
   * values.
   */
  text(): Promise<{ type: string; body: string }>;
  close(): Promise<void>;
}

interface Parts {
  name: 'api' | 'worker';
  settings: Settings;
  stores: Stores;
  storage: FileStorage;
  db: Database;
  log: Log;
}

/** Time-out of each query for a scrape, in milliseconds. */
const queryTimeoutMs = 2_000;

/** Upper bounds in seconds: a request takes milliseconds, a job may take minutes. */
const buckets = {
  api: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  worker: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
};

/** Creates a registry with the metrics that every process has: runtime, connection pools, queues, pending jobs and disk. */
export async function openMetrics(parts: Parts): Promise<Metrics> {
  const registers = [new Registry()];
  const [register] = registers as [Registry];
  prometheus.collectDefaultMetrics({ register, prefix: 'kith_' });
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new prometheus.Gauge<L>({ name, help, labelNames, registers });
  gauge('kith_info', 'Always 1; what runs here', ['version', 'node', 'process']).set(
    { version: kithVersion, node: process.version, process: parts.name },
    1,
  );
  const up = gauge('kith_dependency_up', '1 while it answers, otherwise 0', ['dependency']);
  const collect = collectors(parts, gauge);
  const close = collect.close;
  const checks = Object.entries(dependencyChecks(parts));

  async function probe(dependency: string, work: () => Promise<void>): Promise<void> {
    try {
      await withTimeout(queryTimeoutMs, work());
      up.set({ dependency }, 1);
    } catch (err) {
      up.set({ dependency }, 0);
      parts.log.warn({ err, dependency }, 'metrics could not be collected');
    }
  }

  return {
    seconds: (name, help, labelNames) =>
      new prometheus.Histogram({ name, help, labelNames, buckets: buckets[parts.name], registers }),
    counter: (options) => new prometheus.Counter({ ...options, registers }),
    gauge: (name, help, read) => {
      new prometheus.Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    async text() {
      // The state of the connection pools is read first, because reading the other metrics uses connections of these pools.
      collect.pools();
      const others = checks.map(([dependency, check]) => probe(dependency, check));
      await Promise.all([probe('database', collect.tables), probe('queue', collect.queues), ...others, collect.disk()]);
      return { type: register.contentType, body: await register.metrics() };
    },
    close,
  };
}

type MakeGauge = <L extends string>(name: string, help: string, labels?: L[]) => prometheus.Gauge<L>;

function collectors({ settings, stores, db }: Parts, gauge: MakeGauge) {
  const jobs = gauge('kith_queue_jobs', 'Jobs by queue and state', ['queue', 'state']);
  const oldest = gauge('kith_queue_oldest_seconds', 'How long the oldest waiting job has waited', ['queue']);
  // The pending jobs. These names must not change, because operators' alerts and dashboards use them.
  const rows = gauge(
    'kith_outbox_rows',
    'Recorded jobs that the queue has not taken yet, with Redis also those that are not done',
  );
  const overdue = gauge('kith_outbox_oldest_seconds', 'For how long the oldest of them has been due');
  const connections = gauge('kith_pool_connections', 'Connections by pool and state', ['pool', 'state']);
  const sizes = gauge('kith_pool_size', 'The most connections a pool opens', ['pool']);
  const free = gauge('kith_disk_free_bytes', 'Free on the disk of DATA_DIR');
  const size = gauge('kith_disk_size_bytes', 'Size of the disk of DATA_DIR');
  const backup = gauge('kith_last_backup_timestamp_seconds', 'When the last backup was made; 0 when there is none');
  const mail = gauge('kith_last_mail_timestamp_seconds', 'When the last mail was sent, or failed; 0 when none was', [
    'outcome',
  ]);
  let inspector: Promise<QueueInspector> | undefined;
  const pools = { database: db.pool, queue: stores.pool };

  return {
    async tables() {
      const [[pending], { lastBackup, mail: mails }] = await Promise.all([
        db.run(pendingJobQueries.waiting, []),
        serverState({ db }),
      ]);
      rows.set(pending?.jobs ?? 0);
      overdue.set(pending?.overdue_seconds ?? 0);
      backup.set(lastBackup ? Date.parse(lastBackup.at) / 1_000 : 0);
      mail.set({ outcome: 'sent' }, mails.lastSentAt ? Date.parse(mails.lastSentAt) / 1_000 : 0);
      mail.set({ outcome: 'failed' }, mails.lastError ? Date.parse(mails.lastError.at) / 1_000 : 0);
    },
    async queues() {
      inspector ??= inspectQueues(stores);
      for (const { queue, oldestSeconds, ...counts } of await (await inspector).states()) {
        for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count);
        oldest.set({ queue }, oldestSeconds ?? 0);
      }
    },
    async disk() {
      const disk = await diskOf(settings.dataDir);
      if (disk) free.set(disk.free);
      if (disk) size.set(disk.size);
    },
    pools() {
      for (const [pool, open] of Object.entries(pools)) {
        connections.set({ pool, state: 'total' }, open.totalCount);
        connections.set({ pool, state: 'idle' }, open.idleCount);
        connections.set({ pool, state: 'waiting' }, open.waitingCount);
        sizes.set({ pool }, open.options.max);
      }
    },
    async close() {
      await (await inspector)?.close();
    },
  };
}
