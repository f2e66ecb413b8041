import { globSync } from 'node:fs';
import { join } from 'node:path';
import { compileCache, root } from '../lib/bootstrap.mjs';
import { runScript } from '../lib/runScript.ts';
import { runChecks, runTurbo, type TurboTask } from '../lib/turbo.ts';
import { startDatabase } from './database.ts';
import { excludedTests } from './excludedTests.ts';
import { storeTemporaryFilesInMemory } from './inMemory.ts';
import { broken, inWords, readTally, runProject, sum, type Tally } from './vitestRun.ts';

/** The test files of each vitest project. */
const projects: Record<string, string[]> = {
  unit: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
  journeys: ['e2e/journeys/**/*.test.ts'],
  processes: ['e2e/{engines,ops}/**/*.test.ts'],
};

interface Suite {
  /** The turbo tasks of the suite. The suite `check` has none here, because `runChecks` names its tasks. */
  tasks: string[];
  projects: string[];
  /** The duration in minutes on two idle cores with an empty turbo cache. */
  minutes: number;
}

const suites: Record<string, Suite> = {
  check: { tasks: [], projects: [], minutes: 1 },
  unit: { tasks: ['test', 'test:scripts'], projects: ['unit'], minutes: 6 },
  e2e: { tasks: ['test:journeys', 'test:processes'], projects: ['journeys', 'processes'], minutes: 16 },
};

/** Runs the test files of these projects whose path contains one of the names. Does not use turbo and its cache. */
async function runFiles(candidates: string[], names: string[]): Promise<Tally> {
  const hasMatch = (project: string) =>
    globSync(projects[project] ?? [], { cwd: root }).some((file) => names.some((name) => file.includes(name)));
  const wanted = candidates.filter(hasMatch);
  if (wanted.length === 0) return broken(`no test file has ${names.join(' or ')} in its path`);
  if ((await runScript('scripts/test/build.mjs')) !== 0) return broken('the apps do not build, so no test ran');
  const tallies: Tally[] = [];
  for (const project of wanted) tallies.push(await runProject(project, names));
  return sum(tallies);
}

/** Returns the counts in a task's test report. A task without a report, such as a check or a build, counts as one test. */
function tallyOfTask({ id, folder, ok }: TurboTask): Tally {
  const project = /#test(?::(journeys|processes|scripts))?$/.exec(id);
  const name = project?.[1] === undefined || project[1] === 'scripts' ? 'unit' : project[1];
  try {
    if (project) return readTally(join(root, folder, `.turbo/${name}.json`), ok ? 0 : 1);
  } catch {}
  return ok ? { passed: 1, failed: 0, skipped: 0, failures: [], flaky: [] } : broken(`${id}: see above`);
}

const args = process.argv.slice(2);
const requestedSuites = args.filter((name) => name in suites);
const names = args.filter((name) => !(name in suites));
const printExcluded = () => {
  for (const { file, why } of excludedTests()) console.log(`left out: ${file}: ${why}`);
};

/** Prints a heading, runs a part of the tests, and prints the counts of that part. */
async function runPart(name: string, run: () => Promise<TurboTask[] | Tally>): Promise<Tally> {
  const start = Date.now();
  console.log(`\n── ${name} ──`);
  const found = await run();
  const tasks = Array.isArray(found) ? found : [];
  const tally = Array.isArray(found) ? sum(found.map(tallyOfTask)) : found;
  const cachedCount = tasks.filter(({ cached }) => cached).length;
  const unchanged =
    cachedCount > 0 ? `; ${cachedCount} of ${tasks.length} tasks had not changed and were not run again` : '';
  console.log(`${name}: ${inWords(tally)} in ${Math.round((Date.now() - start) / 1000)} s${unchanged}`);
  return tally;
}

storeTemporaryFilesInMemory();
// Sets Node's compile cache for all child processes, because hundreds of them load the same files.
process.env.NODE_COMPILE_CACHE ??= compileCache;
const wanted = Object.keys(suites).filter((name) => requestedSuites.length === 0 || requestedSuites.includes(name));
const tallies: Tally[] = [];
if (names.length > 0) {
  process.env.KITH_NIGHT = 'on';
  printExcluded();
  const candidates = wanted.flatMap((name) => (suites[name] as Suite).projects);
  tallies.push(await runPart(names.join(' '), () => runFiles(candidates, names)));
} else {
  console.log(
    `${wanted.join(', ')}: about ${Math.max(...wanted.map((name) => (suites[name] as Suite).minutes))} minutes`,
  );
  const tested = wanted.filter((name) => name !== 'check');
  if (tested.length > 0) printExcluded();
  if (wanted.includes('check')) tallies.push(await runPart('check', runChecks));
  const tasks = tested.flatMap((name) => (suites[name] as Suite).tasks);
  // Two lanes run concurrently, so that the journeys, which take longest, start at once. They mostly wait for browsers and other
  // processes, and leave CPU time to the tests of the packages. Higher concurrency takes as long, and causes time-outs.
  const [packages, rest] = [tasks.filter((task) => task === 'test'), tasks.filter((task) => task !== 'test')];
  const lanes = [
    { tasks: rest, atOnce: 2 },
    { tasks: packages, atOnce: tested.includes('e2e') ? 1 : 2 },
  ].filter((lane) => lane.tasks.length > 0);
  const database = tested.includes('unit') ? await startDatabase() : null;
  // This variable is not part of turbo's cache key, because any PostgreSQL gives the same results.
  if (database) process.env.TEST_DATABASE_URL = database.url;
  if (lanes.length > 0) tallies.push(await runPart(tested.join(' and '), () => runTurbo(lanes, 'all')));
  await database?.stop();
}

const all = sum(tallies);
// Repeats the failures at the end, because they are hard to find in the mixed output of concurrent tasks.
for (const each of all.flaky) console.log(`\nflaky, passed when retried: ${each}`);
for (const each of all.failures) console.log(`\nfailed: ${each}`);
console.log(`\n${inWords(all)}`);
process.exitCode = all.failed > 0 || all.passed === 0 ? 1 : 0;
