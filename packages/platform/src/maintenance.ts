import { type FailedJob, type Maintenance, Refusal, serverState } from '@kith/domain';
import { listBackups } from './backup/folder.ts';
import { diskOf } from './dataDir/disk.ts';
import { withoutValues } from './log.ts';
import { kithVersion } from './observe/version.ts';
import { type Installation, problemFinder } from './problems.ts';
import { answerOfQueues, type InspectedJob, inspectQueues, type QueueInspector } from './queue/inspect.ts';
import { failedJobRetention } from './queue/queues.ts';

/** How long a page for hosts waits for external services, in milliseconds. */
const hostWaitMs = 2_000;

/** The maximum length of an error's first line that hosts see. */
const maxCause = 300;

/** The first line of an error, without members' texts, e-mail addresses, paths, and the part of a link that may be secret. */
const publicCause = (reason: string): string =>
  withoutValues(reason)
    .replace(/\b(https?:\/\/[^/\s]+)\S*/g, '$1')
    .replace(/'?(?:\/[^\s'/]+){2,}'?/g, '(path)')
    .slice(0, maxCause);

/** The id of a job for hosts. It is part of a path, where a slash would have to be escaped; no queue has a hyphen in its name. */
const view = ({ id, name, userId, failedAt, reason }: InspectedJob): FailedJob => ({
  ...{ name, userId, failedAt },
  id: id.replace('/', '-'),
  cause: publicCause(reason),
});

/** The id for the inspector of the queues, which would take `all` for every job. */
const inspectedId = (id: string): string => (id === 'all' ? '' : id.replace('-', '/'));

/** Creates the adapter of the port `Maintenance`. The queues are opened at first use. */
export function createMaintenance(parts: Installation): Maintenance & { close(): Promise<void> } {
  const { settings, stores, db } = parts;
  let opened: Promise<QueueInspector> | undefined;
  const queues = async () => {
    // A queue that is opened during an outage of Redis waits for its end.
    if (stores.redis?.unavailable) throw new Refusal('busy');
    opened ??= inspectQueues(stores);
    return opened;
  };
  const findProblems = problemFinder(parts, queues);
  return {
    version: kithVersion,
    makesBackups: settings.backup.wanted,
    sendsMails: settings.smtpUrl !== null,
    problems: () => findProblems({ waitMs: hostWaitMs }),

    disk: () => diskOf(settings.dataDir),

    async queue() {
      const states = await answerOfQueues(stores, async () => (await queues()).states());
      if (!states) return null;
      const sum = (key: 'waiting' | 'failed') => states.reduce((all, state) => all + state[key], 0);
      return { waiting: sum('waiting'), failed: sum('failed') };
    },

    failedJobs: async () => (await (await queues()).failed(failedJobRetention.count)).map(view),

    retryJob: async (id) => (await (await queues()).retry(inspectedId(id))) > 0,

    dropJob: async (id) => (await (await queues()).remove(inspectedId(id))) > 0,

    async backups() {
      const { community, backupError } = await serverState({ db });
      const [{ items, running }, since] = await Promise.all([
        listBackups(settings, community),
        answerOfQueues(stores, async () => (await queues()).activeSince('backups.make')),
      ]);
      const written = running && { since: running.since.toISOString(), bytes: running.bytes };
      return {
        items: items.map(({ at, ...each }) => ({ ...each, at: at.toISOString() })),
        running: written ?? (since === null ? null : { since, bytes: 0 }),
        lastError: backupError,
      };
    },

    close: async () => {
      await (await opened)?.close();
    },
  };
}
