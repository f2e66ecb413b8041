import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FailedJob, Machine } from '@kith/domain';
import { backupName, timeOfBackup } from './backup/regular.ts';
import { withoutAddresses } from './log.ts';
import { diskOf, kithVersion } from './observe/versionAndDisk.ts';
import { type FailedJob as InspectedJob, inspectQueues, type QueueInspector } from './queue/inspect.ts';
import { failedJobRetention } from './queue/queues.ts';
import type { Settings } from './settings.ts';
import type { Stores } from './stores.ts';

/** The maximum length of an error's first line that hosts see. */
const maxCause = 300;

/** The first line of an error, without e-mail addresses and without the part of a link that may be secret. */
const publicCause = (reason: string): string =>
  withoutAddresses(reason)
    .replace(/\b(https?:\/\/[^/\s]+)\S*/g, '$1')
    .slice(0, maxCause);

/** The id of a job for hosts. It is part of a path, where a slash would have to be escaped; no queue has a hyphen in its name. */
const view = ({ id, name, userId, failedAt, reason }: InspectedJob): FailedJob => ({
  ...{ name, userId, failedAt },
  id: id.replace('/', '-'),
  cause: publicCause(reason),
});

const inspectedId = (id: string): string => id.replace('-', '/');

/** The complete backups of a folder, newest first, and the size of the newest unfinished one. */
async function readFolder(folder: string) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => backupName.test(name)).sort();
  const sized = await Promise.all(
    names.map(async (name) => {
      const bytes = await stat(join(folder, name)).then(
        ({ size }) => size,
        () => null,
      );
      return { file: name, at: timeOfBackup(name), bytes, verified: false };
    }),
  );
  const found = sized.flatMap(({ bytes, ...each }) => (bytes === null ? [] : [{ ...each, bytes }])).reverse();
  return {
    complete: found.filter(({ file }) => !file.endsWith('.part')),
    unfinished: found.find(({ file }) => file.endsWith('.part')) ?? null,
  };
}

/** What this process knows of the installation. The queues are opened at first use. */
export function createMachine(settings: Settings, stores: Stores): Machine & { close(): Promise<void> } {
  let opened: Promise<QueueInspector> | undefined;
  const queues = () => {
    opened ??= inspectQueues(stores);
    return opened;
  };
  return {
    version: kithVersion,
    makesBackups: settings.backup.wanted,

    disk: () => diskOf(settings.dataDir),

    async queue() {
      const states = await (await queues()).states();
      const sum = (key: 'waiting' | 'failed') => states.reduce((all, state) => all + state[key], 0);
      return { waiting: sum('waiting'), failed: sum('failed') };
    },

    failedJobs: async () => (await (await queues()).failed(failedJobRetention.count)).map(view),

    retryJob: async (id) => id !== 'all' && (await (await queues()).retry(inspectedId(id))) > 0,

    dropJob: async (id) => id !== 'all' && (await (await queues()).remove(inspectedId(id))) > 0,

    async backups() {
      const { complete, unfinished } = await readFolder(settings.backup.folder);
      const { active, failed } = await (await queues()).runsOf('backups.make');
      const [newest] = complete;
      const over = failed !== null && newest !== undefined && newest.at > failed.at;
      return {
        items: complete,
        running:
          active === null
            ? null
            : { since: active, bytes: unfinished && unfinished.at >= active ? unfinished.bytes : 0 },
        lastError: failed && !over ? { at: failed.at, message: publicCause(failed.reason) } : null,
      };
    },

    mail: async () => ({ lastSentAt: null, lastError: null }),

    problems: async () => [],

    close: async () => {
      await (await opened)?.close();
    },
  };
}
