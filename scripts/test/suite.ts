import { relative } from 'node:path';
import { root } from '../lib/bootstrap.mjs';
import { runProject } from './vitestRun.ts';

// The `test` tasks of turbo run this script. It runs the tests of the working directory, and writes a report, which turbo caches
// and `npm test` counts. The first argument is a vitest project, by default `unit`; further arguments are for vitest.
const [project = 'unit', ...options] = process.argv.slice(2);
const folder = relative(root, process.cwd()) || 'scripts';
const { failed } = await runProject(
  project,
  project === 'unit' ? [...options, `${root}/${folder}/`] : options,
  `.turbo/${project}.json`,
);
process.exitCode = failed > 0 ? 1 : 0;
