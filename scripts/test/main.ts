import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/bootstrap.mjs';
import { runScript } from '../lib/runScript.ts';
import { runChecks, runTurbo, type TurboTask } from '../lib/turbo.ts';
import { inWords, readTally, runProject, sum, type Tally } from './vitestRun.ts';

/** Where the tests of the whole product lie, by vitest's project. */
const halves = { journeys: ['e2e/journeys'], processes: ['e2e/engines', 'e2e/ops'] };

interface Suite {
  /** All of it, by turbo: what has not changed since it last passed is not run again. */
  whole: () => Promise<TurboTask[]>;
  /** Only the files whose path holds one of the names, each time anew. */
  some: (names: string[]) => Promise<Tally>;
}

const suites: Record<string, Suite> = {
  check: { whole: async () => (await runChecks()).tasks, some: async () => nothing('check takes no names.') },
  // Two packages at once: some tests compute, others mostly wait.
  unit: {
    whole: async () => (await runTurbo(['test', 'test:scripts'], { atOnce: 2, show: 'all' })).tasks,
    some: (names) => runProject('unit', names),
  },
  // Side by side: what starts and stops processes mostly waits for them, while a browser is at work.
  e2e: {
    whole: async () => (await runTurbo(['test:journeys', 'test:processes'], { atOnce: 2, show: 'all' })).tasks,
    some: async (names) => {
      const code = await runScript('scripts/test/buildWeb.mjs');
      return code === 0 ? runHalves(names) : nothing('The web app does not build, so no journey ran.');
    },
  },
};

function nothing(why: string): Tally {
  console.error(why);
  return { passed: 0, failed: 1, skipped: 0 };
}

async function runHalves(names: string[]): Promise<Tally> {
  const files = (folders: string[]) => folders.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }));
  const wanted = Object.entries(halves).filter(([, folders]) =>
    files(folders).some((file) => names.some((name) => file.includes(name))),
  );
  if (wanted.length === 0) return nothing(`No file of e2e is called ${names.join(' or ')}.`);
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
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
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

const tallies: Tally[] = [];
for (const [name, suite] of Object.entries(suites)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const start = Date.now();
  console.log(`\n── ${name} ──`);
  const tasks = names.length > 0 ? [] : await suite.whole();
  const tally = names.length > 0 ? await suite.some(names) : sum(tasks.map(tallyOfTask));
  tallies.push(tally);
  const kept = tasks.filter(({ cached }) => cached).length;
  const unchanged = kept > 0 ? `; ${kept} of ${tasks.length} tasks had not changed and were not run again` : '';
  console.log(`${name}: ${inWords(tally)} in ${Math.round((Date.now() - start) / 1000)} s${unchanged}`);
}

const all = sum(tallies);
console.log(`\n${inWords(all)}`);
process.exitCode = all.failed > 0 || all.passed === 0 ? 1 : 0;
