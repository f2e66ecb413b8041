import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { runScript } from './runScript.ts';

/** A check that turbo has run, or whose result turbo has taken from its cache. */
interface TurboTask {
  /** Package and task as turbo writes them, such as `@kith/web#check`, or `//#check:types` for the root. */
  id: string;
  ok: boolean;
}

interface Summary {
  tasks: { taskId: string; command: string; execution?: { exitCode: number } }[];
}

/**
 * Runs type checks, lint and format checks, and the checks of the whole repository, unless they succeeded before with the same
 * inputs. Prints only the output of failed ones.
 */
export async function runChecks(): Promise<TurboTask[]> {
  const summaries = () => globSync('.turbo/runs/*.json', { cwd: root }).map((file) => join(root, file));
  for (const old of summaries()) rmSync(old);
  const tasks = ['check', 'check:types', 'check:lint', 'check:unused', 'check:house'];
  const options = ['--concurrency=2', '--continue=always', '--output-logs=errors-only', '--log-order=grouped'];
  const code = await runScript('node_modules/turbo/bin/turbo', ['run', ...tasks, ...options, '--summarize'], {
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
  });
  const ran = summaries()
    .flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as Summary).tasks)
    .filter(({ command }) => command !== '<NONEXISTENT>')
    .map(({ taskId, execution }) => ({ id: taskId, ok: execution?.exitCode === 0 }));
  // If turbo itself failed, no task reports a failure, so one is added.
  return code !== 0 && ran.every(({ ok }) => ok) ? [...ran, { id: 'turbo', ok: false }] : ran;
}
