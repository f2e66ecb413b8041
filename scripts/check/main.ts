import { runScript } from '../lib/runScript.ts';

// Runs type checks, lint and format checks, and the checks of the whole repository, unless they succeeded before with the same
// inputs. Prints only the output of failed ones.
const tasks = ['check', 'check:types', 'check:lint', 'check:unused', 'check:house'];
const options = ['--concurrency=2', '--continue=always', '--output-logs=errors-only', '--log-order=grouped'];
process.exitCode = await runScript('node_modules/turbo/bin/turbo', ['run', ...tasks, ...options], {
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
});
