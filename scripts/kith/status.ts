import type { Deps } from '@kith/api/deps';
import { pendingJobQueries, recordedMigrations, serverQueries } from '@kith/db';
import { isWarning, type Problem, problemText, serverState } from '@kith/domain';
import { diskOf, inspectQueues, kithVersion, problemFinder, type QueueInspector } from '@kith/platform';
import { inBytes, inTime, table } from './table.ts';

/** Returns a summary for operators. If Kith is not running (`stopped`), waiting jobs do not count as late. */
export async function status(deps: Deps, stopped: boolean): Promise<{ text: string; ok: boolean }> {
  const { domain, settings, stores } = deps;
  const { storage, db } = domain;
  const queues = await inspectQueues(stores);
  const findProblems = problemFinder({ settings, stores, storage, db }, async () => queues);
  const read = async () => {
    const parts = [await ofDatabase(deps), await ofOperation(deps), await ofQueues(deps, queues)];
    return { parts, problems: await findProblems({ stopped }) };
  };
  const { parts, problems } = await read().finally(() => queues.close());
  const [warnings, wrong] = [problems.filter(isWarning), problems.filter((each) => !isWarning(each))];
  const head = `Kith ${kithVersion}${stopped ? ', not running' : ''}; Node ${process.version}`;
  const verdict = wrong.length > 0 ? listed('Something is wrong:', wrong) : warnings.length > 0 ? '' : 'All is well.';
  const warned = warnings.length > 0 ? listed('To be mended before it matters:', warnings) : '';
  return { text: [head, ...parts, warned, verdict].filter(Boolean).join('\n'), ok: wrong.length === 0 };
}

const listed = (head: string, problems: Problem[]): string =>
  [head, ...problems.map((each) => problemText('en', each))].join('\n  - ');

async function ofDatabase({ domain, stores }: Deps): Promise<string> {
  const facts = await domain.db.run(serverQueries.facts, []);
  const [{ version, bytes, connections, max_connections: maxConnections }] = facts as [(typeof facts)[number]];
  const schema = (await recordedMigrations(domain.db.pool)).at(-1) ?? 'none';
  return [
    `PostgreSQL ${version.split(' ')[0]}; schema ${schema}`,
    `Database ${inBytes(bytes)}; ${connections} of ${maxConnections} connections; queues on ${stores.redis ? 'Redis' : 'PostgreSQL'}`,
  ].join('\n');
}

async function ofOperation({ domain, settings }: Deps): Promise<string> {
  const { dataDir } = settings;
  const [disk, { lastBackup, mail: mails }] = await Promise.all([diskOf(dataDir), serverState(domain)]);
  const ago = (time: string) => `${time}, ${inTime((Date.now() - Date.parse(time)) / 1_000)} ago`;
  return [
    `Disk ${disk ? `${inBytes(disk.free)} of ${inBytes(disk.size)} free` : 'unknown'} in ${dataDir}`,
    `Last backup ${lastBackup ? `${ago(lastBackup.at)}: ${lastBackup.file}, ${inBytes(lastBackup.bytes)}, verified` : 'none yet'}`,
    `Last mail ${mails.lastSentAt ? ago(mails.lastSentAt) : 'none yet'}${mails.lastError ? `; last failure ${ago(mails.lastError.at)}: ${mails.lastError.message}` : ''}`,
  ].join('\n');
}

/** Arranges rows in two columns, each below the head, so that all rows fit on one screen. */
function sideBySide(head: string[], rows: string[][]): string[][] {
  const half = Math.ceil(rows.length / 2);
  const right = [head, ...rows.slice(half)];
  return [head, ...rows.slice(0, half)].map((row, at) => [...row, '', ...(right[at] ?? [])]);
}

async function ofQueues({ domain, stores }: Deps, queues: QueueInspector): Promise<string> {
  const [states, schedules] = [await queues.states(), await queues.schedules()];
  const [pending] = await domain.db.run(pendingJobQueries.waiting, []);
  const inSeconds = (time: string) => (Date.parse(time) - Date.now()) / 1_000;
  return [
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
  ].join('\n');
}
