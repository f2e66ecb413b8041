import { relative } from 'node:path';
import { root } from '../lib/bootstrap.mjs';
import { runProject } from './vitestRun.ts';

// The `test` task of every package: runs the tests of the working directory, and writes their report for `npm test` to count, and
// for turbo to cache. At the root, the project is named; further arguments are for vitest.
const [project = 'unit', ...options] = process.argv.slice(2);
const folder = relative(root, process.cwd()) || 'scripts';
const { failed } = await runProject(
  project,
  project === 'unit' ? [...options, `${root}/${folder}/`] : options,
  `.turbo/${project}.json`,
);
process.exitCode = failed > 0 ? 1 : 0;
