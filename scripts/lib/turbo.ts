import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './bootstrap.mjs';
import { runScript } from './runScript.ts';

/** A task that has a command, as turbo ran it or found it in its cache. */
export interface TurboTask {
  /** As in turbo.json: `@kith/db#test`, `//#check:types`. */
  id: string;
  /** The package's folder, from the repository's root. */
  folder: string;
  ok: boolean;
  cached: boolean;
}

/**
 * Programs that some tests need and are skipped without. Part of the cache key: when one is installed, the tests run
 * again.
 */
const programs = ['redis-server', 'pgbouncer', 'nginx', 'haproxy', 'caddy', 'promtool', 'systemd-analyze'];
const engines = ['firefox-esr', 'WebKitWebDriver', 'Xvfb'];

const isHere = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Tasks of turbo.json, which run with what they depend on, at most `atOnce` side by side. */
interface Lane {
  tasks: readonly string[];
  atOnce: number;
}

/**
 * Runs lanes beside each other: turbo takes the tasks of one in an order of its own, so what must not wait has a lane to
 * itself. What succeeded before on the same inputs is not run again. A task that fails stops no other. Of what tasks
 * print, `show` takes all or what failing ones do.
 */
export async function runTurbo(lanes: readonly Lane[], show: 'all' | 'failures'): Promise<TurboTask[]> {
  const summaries = () => globSync('.turbo/runs/*.json', { cwd: root });
  for (const old of summaries()) rmSync(join(root, old));
  const codes = await Promise.all(lanes.map((lane) => runLane(lane, show)));
  const ran = summaries().flatMap((file) => tasksOf(JSON.parse(readFileSync(join(root, file), 'utf8'))));
  // What several lanes depend on counts once.
  const tasks = [...new Map(ran.map((task) => [task.id, task])).values()];
  // A lane that broke before it had run anything tells of no task.
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
        KITH_PROGRAMS: [...programs, ...engines].filter(isHere).join(' '),
      },
    },
  );
}

/** Types, lint and format of each package, and what is asked of the whole repository. Prints what failing ones say. */
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
