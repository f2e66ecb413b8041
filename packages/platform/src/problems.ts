import { type Database, Founding, isMigrated, serverQueries, User, Webhook } from '@kith/db';
import {
  countUnknownJobs,
  type FileStorage,
  type Problem,
  type ProblemCode,
  type ProblemValue,
  type ServerState,
  serverState,
} from '@kith/domain';
import { diskOf, isDiskFull } from './dataDir/disk.ts';
import { errorLine } from './log.ts';
import { dependencyChecks } from './observe/dependencies.ts';
import { withTimeout } from './observe/readiness.ts';
import { answerOfQueues, type QueueInspector } from './queue/inspect.ts';
import { heldBackQueues } from './queue/queues.ts';
import type { Settings } from './settings.ts';
import type { Stores } from './stores.ts';

/** What of an installation its state is read from. */
export interface Installation {
  settings: Settings;
  stores: Stores;
  storage: FileStorage;
  db: Database;
}

const hourMs = 3_600_000;

/** The thresholds beyond which something is a problem. */
const bounds = {
  /** In milliseconds: how long a job may wait, how late scheduled work may be, and how old a backup may be if none are scheduled. */
  late: 10 * 60_000,
  backup: 7 * 24 * hourMs,
  /** The least share of the disk that should be free, and the largest share of PostgreSQL's connections that may be in use. */
  diskFree: 0.05,
  connections: 0.9,
};

/** How long an external service may take to answer, in milliseconds. */
const answerMs = 10_000;

const problem = (code: ProblemCode, values: Record<string, ProblemValue> = {}, since: Date | null = null): Problem => ({
  code,
  since,
  values,
});

interface Options {
  /** Whether Kith is not running, so that no job counts as late. */
  stopped?: boolean;
  /** After how many milliseconds a check of an external service is left to itself; the problem that the check before it found is listed. */
  waitMs?: number;
}

/**
 * Returns a function that lists what is wrong with this server, gravest first, for `kith status` and for its hosts. Rejects if the
 * database does not answer.
 */
export function problemFinder(
  parts: Installation,
  queues: () => Promise<QueueInspector>,
): (options?: Options) => Promise<Problem[]> {
  const services = serviceChecks(parts);
  return async ({ stopped = false, waitMs } = {}) => {
    const state = await serverState(parts);
    const { restoredAt } = state;
    const found = await Promise.all([
      restoredAt ? [problem('restored-copy', {}, new Date(restoredAt))] : [],
      ofDatabase(parts),
      ...services.map((check) => check(waitMs)),
      ofDisk(parts),
      ofBackups(parts, state),
      ofMails(parts, state),
      answerOfQueues(parts.stores, async () => ofQueues(parts, await queues(), stopped, restoredAt !== null)),
      parts.settings.publicUrlNote === null ? [] : [problem('address-insecure')],
    ]);
    return found.flatMap((each) => each ?? []);
  };
}

async function ofDatabase({ db }: Installation): Promise<Problem[]> {
  const [facts] = await db.run(serverQueries.facts, []);
  const { connections = 0, max_connections: most = 0 } = facts ?? {};
  const migrated = await isMigrated(db.pool);
  const webhooks = migrated ? await db.em().find(Webhook, { user: null, offSince: { $ne: null } }) : [];
  return [
    ...(migrated ? [] : [problem('not-migrated')]),
    ...(migrated && (await hasNoHost(db)) ? [problem('no-host')] : []),
    ...(connections > most * bounds.connections ? [problem('connections', { used: connections, most })] : []),
    ...webhooks.map(({ id, offSince }) => problem('webhook-off', { id: String(id) }, offSince ?? null)),
  ];
}

/** A reset of the password takes the role from the last host too, where moderators need a second factor. */
async function hasNoHost(db: Database): Promise<boolean> {
  const active = { host: true, disabledAt: null, deletedAt: null };
  return (await db.em().count(Founding, {})) > 0 && (await db.em().count(User, active)) === 0;
}

const serviceCodes: Record<string, ProblemCode> = {
  redis: 'redis-unavailable',
  s3: 'storage-unavailable',
  smtp: 'mail-refused',
};

/** A check of each external service. One that takes longer than `waitMs` goes on, and what it finds is returned the next time. */
const serviceChecks = (parts: Installation): ((waitMs?: number) => Promise<Problem[]>)[] =>
  Object.entries(dependencyChecks(parts)).map(([name, check]) => {
    const code = serviceCodes[name];
    let known: Problem[] = [];
    return async (waitMs) => {
      const asked = withTimeout(answerMs, check()).then(
        () => [],
        (error: Error) => (code ? [problem(code, { answer: errorLine(error) })] : []),
      );
      const finished = asked.then((found) => {
        known = found;
      });
      await (waitMs === undefined ? finished : withTimeout(waitMs, finished).catch(() => undefined));
      return known;
    };
  });

async function ofDisk({ settings: { dataDir } }: Installation): Promise<Problem[]> {
  const [disk, full] = await Promise.all([diskOf(dataDir), isDiskFull(dataDir)]);
  if (full) return [problem('disk-full', { folder: dataDir })];
  if (!disk || disk.free >= disk.size * bounds.diskFree) return [];
  return [problem('disk-low', { free: { bytes: disk.free }, folder: dataDir })];
}

function ofBackups({ settings }: Installation, { lastBackup, backupError, restoredAt }: ServerState): Problem[] {
  const { everyMs, folder } = settings.backup;
  if (restoredAt !== null) return [];
  const at = lastBackup && new Date(lastBackup.at);
  const longest = everyMs ? Math.max(2 * everyMs, hourMs) : bounds.backup;
  const isOld = at !== null && Date.now() - at.getTime() > longest;
  return [
    ...(backupError ? [problem('backup-failed', { error: backupError.message }, new Date(backupError.at))] : []),
    ...(at && isOld ? [problem('backup-old', { at }, at)] : []),
    ...(!at && everyMs ? [problem('no-backup-yet', { folder })] : []),
    ...(!at && !everyMs ? [problem('no-backups')] : []),
  ];
}

function ofMails({ settings: { smtpUrl, production } }: Installation, { mail }: ServerState): Problem[] {
  if (!smtpUrl) return production ? [problem('mail-to-files')] : [];
  const { lastSentAt, lastError } = mail;
  if (!lastError || (lastSentAt !== null && Date.parse(lastSentAt) > Date.parse(lastError.at))) return [];
  return [problem('mail-failed', { error: lastError.message }, new Date(lastError.at))];
}

async function ofQueues(
  { db }: Installation,
  queues: QueueInspector,
  stopped: boolean,
  heldBack: boolean,
): Promise<Problem[]> {
  const [states, schedules] = [await queues.states(), await queues.schedules()];
  const unknown = await countUnknownJobs(db);
  const failed = states.reduce((all, state) => all + state.failed, 0);
  const since = (ageMs: number) => new Date(Date.now() - ageMs);
  const late = schedules.filter(({ next }) => Date.parse(next) < Date.now() - bounds.late);
  const waiting = states
    .filter(({ queue }) => !heldBack || !heldBackQueues.includes(queue))
    .map(({ queue, oldestSeconds }) => ({ queue, ageMs: (oldestSeconds ?? 0) * 1_000 }))
    .filter(({ ageMs }) => ageMs > bounds.late);
  return [
    ...Object.entries(unknown).map(([name, count]) => problem('unknown-jobs', { count, name })),
    ...(failed > 0 ? [problem('failed-jobs', { count: failed })] : []),
    ...(stopped
      ? []
      : waiting.map(({ queue, ageMs }) => problem('jobs-wait', { queue, since: since(ageMs) }, since(ageMs)))),
    ...(stopped || late.length === 0 ? [] : [problem('no-worker', { jobs: late.map(({ name }) => name).join(', ') })]),
  ];
}
