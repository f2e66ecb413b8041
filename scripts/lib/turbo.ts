import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './bootstrap.mjs';
import { runScript } from './runScript.ts';

/** A task that turbo has run, or whose result turbo has taken from its cache. */
export interface TurboTask {
  /** Package and task as turbo writes them, such as `@kith/db#test`, or `//#check:types` for the root. */
  id: string;
  /** The package's folder, from the repository's root. */
  folder: string;
  ok: boolean;
  cached: boolean;
}

/** Programs without which some tests are skipped. They are part of turbo's cache key: tests run again when one is installed. */
const programs = ['redis-server', 'pgbouncer', 'nginx', 'haproxy', 'caddy', 'promtool', 'systemd-analyze'];
const engines = ['firefox-esr', 'WebKitWebDriver', 'Xvfb'];

const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Tasks of turbo.json that one turbo process runs with their dependencies, at most `atOnce` of them concurrently. */
interface Lane {
  tasks: readonly string[];
  atOnce: number;
}

/**
 * Runs lanes concurrently, and returns their tasks. turbo chooses the order of the tasks in a lane. It does not rerun a task that
 * succeeded before with the same inputs, and continues after a failed task. `show` selects whose output is printed.
 */
export async function runTurbo(lanes: readonly Lane[], show: 'all' | 'failures'): Promise<TurboTask[]> {
  const summaries = () => globSync('.turbo/runs/*.json', { cwd: root });
  for (const old of summaries()) rmSync(join(root, old));
  const codes = await Promise.all(lanes.map((lane) => runLane(lane, show)));
  const ran = summaries().flatMap((file) => tasksOf(JSON.parse(readFileSync(join(root, file), 'utf8'))));
  // A task that several lanes depend on is counted once.
  const tasks = [...new Map(ran.map((task) => [task.id, task])).values()];
  // If turbo itself failed, no task reports a failure, so one is added.
  const broke = codes.some((code) => code !== 0) && tasks.every(({ ok }) => ok);
  return broke ? [...tasks, { id: 'turbo', folder: '', ok: false, cached: false }] : tasks;
}

function runLane({ tasks, atOnce }: Lane, show: 'all' | 'failures'): Promise<number> {
  return runScript(
    'node_modules/turbo/bin/turbo',
    [
      'run',
      ...tasks,
      `--concurrency=${atOnce}`,
      '--continue=always',
      `--output-logs=${show === 'all' ? 'new-only' : 'errors-only'}`,
      '--log-order=grouped',
      '--summarize',
    ],
    {
      env: {
        ...process.env,
        TURBO_TELEMETRY_DISABLED: '1',
        KITH_PROGRAMS: [...programs, ...engines].filter(isInstalled).join(' '),
      },
    },
  );
}

/** Runs type checks, lint and format checks, and the checks of the whole repository. Prints only the output of failed ones. */
export const runChecks = () =>
  runTurbo([{ tasks: ['check', 'check:types', 'check:lint', 'check:unused', 'check:house'], atOnce: 2 }], 'failures');

interface Summary {
  tasks: {
    taskId: string;
    directory: string;
    command: string;
    cache: { status: 'HIT' | 'MISS' };
    execution?: { exitCode: number };
  }[];
}

const tasksOf = ({ tasks }: Summary): TurboTask[] =>
  tasks
    .filter(({ command }) => command !== '<NONEXISTENT>')
    .map(({ taskId, directory, cache, execution }) => ({
      id: taskId,
      folder: directory,
      ok: execution?.exitCode === 0,
      cached: cache.status === 'HIT',
    }));
