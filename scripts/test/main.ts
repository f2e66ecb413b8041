import { globSync } from 'node:fs';
import { join } from 'node:path';
import { compileCache, root } from '../lib/bootstrap.mjs';
import { runScript } from '../lib/runScript.ts';
import { runChecks, runTurbo, type TurboTask } from '../lib/turbo.ts';
import { keepTemporaryFilesInMemory } from './inMemory.ts';
import { broken, inWords, readTally, runProject, sum, type Tally } from './vitestRun.ts';

/** Where the tests of the whole product lie, by vitest's project. */
const halves = { journeys: ['e2e/journeys'], processes: ['e2e/engines', 'e2e/ops'] };

interface Suite {
  /** Its tasks for turbo: what has not changed since it last passed is not run again. None for what `npm run check` does. */
  tasks: string[];
  /** Only the files whose path holds one of the names, each time anew. */
  some: (names: string[]) => Promise<Tally>;
}

const suites: Record<string, Suite> = {
  check: { tasks: [], some: async () => broken('check takes no names') },
  unit: { tasks: ['test', 'test:scripts'], some: (names) => runProject('unit', names) },
  e2e: {
    tasks: ['test:journeys', 'test:processes'],
    some: async (names) => {
      const code = await runScript('scripts/test/buildWeb.mjs');
      return code === 0 ? runHalves(names) : broken('the web app does not build, so no journey ran');
    },
  },
};

async function runHalves(names: string[]): Promise<Tally> {
  const files = (folders: string[]) => folders.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }));
  const wanted = Object.entries(halves).filter(([, folders]) =>
    files(folders).some((file) => names.some((name) => file.includes(name))),
  );
  if (wanted.length === 0) return broken(`no file of e2e is called ${names.join(' or ')}`);
  const tallies: Tally[] = [];
  for (const [project] of wanted) tallies.push(await runProject(project, names));
  return sum(tallies);
}

/** The tests that a task's report counts; a task without one, as a check or a build, counts as one test. */
function tallyOfTask({ id, folder, ok }: TurboTask): Tally {
  const project = /#test(?::(journeys|processes|scripts))?$/.exec(id);
  const name = project?.[1] === undefined || project[1] === 'scripts' ? 'unit' : project[1];
  try {
    if (project) return readTally(join(root, folder, `.turbo/${name}.json`), ok ? 0 : 1);
  } catch {}
  return ok ? { passed: 1, failed: 0, skipped: 0, failures: [] } : broken(`${id}: see above`);
}

const given = process.argv.slice(2);
const asked = given.filter((name) => name in suites);
const names = given.filter((name) => !(name in suites));
if (names.length > 0 && asked.length !== 1) {
  const known = Object.keys(suites).join(', ');
  console.error(
    `Name some of the suites ${known}, or none for all. After one of them, names of its files: npm test -- e2e offline`,
  );
  process.exit(1);
}

/** Runs what there is to run under one heading, and says at its end what came of it. */
async function runPart(name: string, run: () => Promise<TurboTask[] | Tally>): Promise<Tally> {
  const start = Date.now();
  console.log(`\n── ${name} ──`);
  const found = await run();
  const tasks = Array.isArray(found) ? found : [];
  const tally = Array.isArray(found) ? sum(found.map(tallyOfTask)) : found;
  const kept = tasks.filter(({ cached }) => cached).length;
  const unchanged = kept > 0 ? `; ${kept} of ${tasks.length} tasks had not changed and were not run again` : '';
  console.log(`${name}: ${inWords(tally)} in ${Math.round((Date.now() - start) / 1000)} s${unchanged}`);
  return tally;
}

keepTemporaryFilesInMemory();
// Hundreds of processes load the same files.
process.env.NODE_COMPILE_CACHE ??= compileCache;
const wanted = Object.keys(suites).filter((name) => asked.length === 0 || asked.includes(name));
const tallies: Tally[] = [];
const [only] = asked;
if (names.length > 0 && only !== undefined)
  tallies.push(await runPart(only, async () => (suites[only] as Suite).some(names)));
else {
  if (wanted.includes('check')) tallies.push(await runPart('check', runChecks));
  const tested = wanted.filter((name) => name !== 'check');
  // Beside each other, so that the journeys, which take longest, begin at once. Who starts and stops processes or drives a
  // browser mostly waits for them: that time is the other lane's. More at once take as long, and fail for want of time.
  const atOnce = (name: string) => (name === 'unit' && tested.length > 1 ? 1 : 2);
  const lanes = tested.toReversed().map((name) => ({ tasks: (suites[name] as Suite).tasks, atOnce: atOnce(name) }));
  if (lanes.length > 0) tallies.push(await runPart(tested.join(' and '), () => runTurbo(lanes, 'all')));
}

const all = sum(tallies);
// Again, and last: among everything that two lanes print, a failure is hard to find.
for (const each of all.failures) console.log(`\nfailed: ${each}`);
console.log(`\n${inWords(all)}`);
process.exitCode = all.failed > 0 || all.passed === 0 ? 1 : 0;
