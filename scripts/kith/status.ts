import type { Deps } from '@kith/api/deps';
import { isMigrated, pendingJobQueries, serverQueries, Webhook } from '@kith/db';
import { jobNames } from '@kith/domain';
import { diskOf, inspectQueues, isDiskFull, kithVersion, lastBackup } from '@kith/platform';
import { inBytes, inTime, table } from './table.ts';

const hour = 3600;

/** The thresholds beyond which the status reports that something is wrong. */
const bounds = {
  /** In seconds: how long a job may wait, how late scheduled work may be, and how old a backup may be if none are scheduled. */
  late: 10 * 60,
  backup: 7 * 24 * hour,
  /** The least share of the disk that should be free, and the largest share of PostgreSQL's connections that may be in use. */
  diskFree: 0.05,
  connections: 0.9,
};

interface Part {
  lines: string;
  wrong: string[];
}

/** Returns a summary for operators. If Kith is not running (`stopped`), waiting jobs do not count as late. */
export async function status(deps: Deps, stopped: boolean): Promise<{ text: string; ok: boolean }> {
  const parts = [await ofDatabase(deps), await ofDataDir(deps), await ofQueues(deps, stopped)];
  const wrong = parts.flatMap((part) => part.wrong);
  const verdict = wrong.length === 0 ? 'All is well.' : ['Something is wrong:', ...wrong].join('\n  - ');
  const head = `Kith ${kithVersion}${stopped ? ', not running' : ''}; Node ${process.version}`;
  return { text: [head, ...parts.map(({ lines }) => lines), verdict].join('\n'), ok: wrong.length === 0 };
}

async function ofDatabase({ domain, stores }: Deps): Promise<Part> {
  const facts = await domain.db.run(serverQueries.facts, []);
  const [{ version, bytes, connections, max_connections: maxConnections }] = facts as [(typeof facts)[number]];
  const migrated = await isMigrated(domain.db.pool);
  const done = await domain.db.run(serverQueries.schema, []).catch(() => []);
  const webhooks = migrated ? await domain.db.em().find(Webhook, { user: null, offSince: { $ne: null } }) : [];
  const redis =
    stores.redis &&
    (await stores.redis.client.ping().then(
      () => 'Redis',
      () => null,
    ));
  return {
    lines: [
      `PostgreSQL ${version.split(' ')[0]}; schema ${done[0]?.name ?? 'none'}${migrated ? '' : ', not that of this version'}`,
      `Database ${inBytes(bytes)}; ${connections} of ${maxConnections} connections; queues on ${stores.redis ? 'Redis' : 'PostgreSQL'}`,
    ].join('\n'),
    wrong: [
      ...(migrated ? [] : ['the database is not migrated to this version: npm run migrate']),
      ...(connections > maxConnections * bounds.connections
        ? [`${connections} of ${maxConnections} database connections are in use`]
        : []),
      ...(stores.redis && redis === null ? ['Redis is unavailable'] : []),
      ...webhooks.map(
        (each) =>
          `webhook ${each.id} of the server is off since ${each.offSince?.toISOString()}: npm run kith -- webhook list`,
      ),
    ],
  };
}

async function ofDataDir({ settings }: Deps): Promise<Part> {
  const { dataDir } = settings;
  const [disk, backup] = await Promise.all([diskOf(dataDir), lastBackup(settings)]);
  const full = await isDiskFull(dataDir);
  const every = settings.backup.everyMs && settings.backup.everyMs / 1_000;
  const longest = every ? Math.max(2 * every, hour) : bounds.backup;
  const age = backup && (Date.now() - Date.parse(backup.at)) / 1_000;
  return {
    lines: [
      `Disk ${disk ? `${inBytes(disk.free)} of ${inBytes(disk.size)} free` : 'unknown'} in ${dataDir}`,
      `Last backup ${backup ? `${backup.at}, ${inTime(age ?? 0)} ago: ${backup.file}, ${inBytes(backup.bytes)}` : 'none yet'}`,
    ].join('\n'),
    wrong: [
      ...(full ? [`the disk of ${dataDir} is full: writes are refused`] : []),
      ...(disk && !full && disk.free < disk.size * bounds.diskFree
        ? [`only ${inBytes(disk.free)} are free on the disk`]
        : []),
      ...(age !== null && age > longest ? [`the last backup is ${inTime(age)} old`] : []),
      ...(every && !backup
        ? [`there is no backup in ${settings.backup.folder}, though one is to be made every ${inTime(every)}`]
        : []),
    ],
  };
}

/** Arranges rows in two columns, each below the head, so that all rows fit on one screen. */
function sideBySide(head: string[], rows: string[][]): string[][] {
  const half = Math.ceil(rows.length / 2);
  const right = [head, ...rows.slice(half)];
  return [head, ...rows.slice(0, half)].map((row, at) => [...row, '', ...(right[at] ?? [])]);
}

async function ofQueues({ domain, stores }: Deps, stopped: boolean): Promise<Part> {
  const queues = await inspectQueues(stores);
  try {
    const [states, schedules] = [await queues.states(), await queues.schedules()];
    const [pending] = await domain.db.run(pendingJobQueries.waiting, []);
    const unknown = await domain.db.run(pendingJobQueries.unknown, [jobNames]);
    const inSeconds = (time: string) => (Date.parse(time) - Date.now()) / 1_000;
    const failed = states.reduce((all, state) => all + state.failed, 0);
    const late = stopped ? [] : schedules.filter(({ next }) => inSeconds(next) < -bounds.late);
    const stuck = stopped ? [] : states.filter(({ oldestSeconds }) => (oldestSeconds ?? 0) > bounds.late);
    return {
      lines: [
        table([
          ['Queue', 'waiting', 'active', 'delayed', 'failed', 'oldest'],
          ...states.map((state) => [
            state.queue,
            ...[state.waiting, state.active, state.delayed, state.failed].map(String),
            state.oldestSeconds === null ? '-' : inTime(state.oldestSeconds),
          ]),
        ]),
        ...(pending?.jobs ? [`Recorded and not yet ${stores.redis ? 'done' : 'queued'}: ${pending.jobs}`] : []),
        table(
          sideBySide(
            ['By the clock', 'every', 'next'],
            schedules.map(({ name, everySeconds, next }) => {
              const seconds = inSeconds(next);
              return [name, inTime(everySeconds), seconds < 0 ? `${inTime(-seconds)} late` : `in ${inTime(seconds)}`];
            }),
          ),
        ),
      ].join('\n'),
      wrong: [
        ...unknown.map(({ name, jobs }) => `recorded jobs that this version does not know: ${jobs} ${name}`),
        ...(failed > 0 ? [`${failed} failed ${failed === 1 ? 'job' : 'jobs'}: npm run kith -- jobs list`] : []),
        ...stuck.map(({ queue, oldestSeconds }) => `a job waits in ${queue} for ${inTime(oldestSeconds ?? 0)}`),
        ...(late.length > 0
          ? [`no worker is at work: ${late.map(({ name }) => name).join(', ')} should have run`]
          : []),
      ],
    };
  } finally {
    await queues.close();
  }
}
