import { globSync } from 'node:fs';
import { printStep, runSteps } from '../check/steps.ts';
import { root } from '../lib/bootstrap.mjs';
import { runScript } from '../lib/runScript.ts';
import { inWords, runProject, sum, type Tally } from './vitestRun.ts';

/** Where each half of the journeys lies. One after the other: side by side they slow each other past what a journey waits. */
const halves = { journeys: ['e2e/journeys'], processes: ['e2e/engines', 'e2e/ops'] };

async function runHalves(names: string[]): Promise<Tally> {
  const files = (folders: string[]) => folders.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }));
  const wanted = Object.entries(halves).filter(
    ([, folders]) => names.length === 0 || files(folders).some((file) => names.some((name) => file.includes(name))),
  );
  if (wanted.length === 0) console.error(`No file of e2e is called ${names.join(' or ')}.`);
  const tallies: Tally[] = [];
  for (const [project] of wanted) tallies.push(await runProject(project, names));
  return sum(tallies);
}

/** Each runs whole, or only the files whose path holds one of the names. */
const suites: Record<string, (names: string[]) => Promise<Tally>> = {
  check: async () => {
    const results = await runSteps(printStep);
    const failed = results.filter(({ ok }) => !ok).length;
    return { passed: results.length - failed, failed, skipped: 0 };
  },
  unit: (names) => runProject('unit', names),
  e2e: async (names) => {
    const code = await runScript('scripts/test/buildWeb.mjs');
    if (code === 0) return runHalves(names);
    console.error('The web app does not build, so no journey ran.');
    return { passed: 0, failed: 1, skipped: 0 };
  },
};

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
  const tally = await suite(names);
  tallies.push(tally);
  console.log(`${name}: ${inWords(tally)} in ${Math.round((Date.now() - start) / 1000)} s`);
}

const all = sum(tallies);
console.log(`\n${inWords(all)}`);
process.exitCode = all.failed > 0 || all.passed === 0 ? 1 : 0;
