import { printStep, runSteps } from '../check/steps.ts';
import { runScript } from '../lib/runScript.ts';
import { inWords, runProject, sum, type Tally } from './vitestRun.ts';

async function runJourneys(within: string[] = []): Promise<Tally> {
  const code = await runScript('scripts/test/buildWeb.mjs');
  if (code === 0) return runProject('e2e', within);
  console.error('The web app does not build, so no journey ran.');
  return { passed: 0, failed: 1, skipped: 0 };
}

const suites: Record<string, () => Promise<Tally>> = {
  check: async () => {
    const results = await runSteps(printStep);
    const failed = results.filter(({ ok }) => !ok).length;
    return { passed: results.length - failed, failed, skipped: 0 };
  },
  unit: () => runProject('unit'),
  e2e: () => runJourneys(),
};

/** Of a suite, to be run by itself when named. */
const parts: Record<string, () => Promise<Tally>> = { engines: () => runJourneys(['e2e/engines']) };

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in suites || name in parts));
if (unknown) {
  console.error(
    `There is no suite ${unknown}. Name some of ${Object.keys({ ...suites, ...parts }).join(', ')}, or none for all.`,
  );
  process.exit(1);
}

const tallies: Tally[] = [];
for (const [name, suite] of Object.entries({ ...suites, ...parts })) {
  if (asked.length > 0 ? !asked.includes(name) : name in parts) continue;
  const start = Date.now();
  console.log(`\n── ${name} ──`);
  const tally = await suite();
  tallies.push(tally);
  console.log(`${name}: ${inWords(tally)} in ${Math.round((Date.now() - start) / 1000)} s`);
}

const all = sum(tallies);
console.log(`\n${inWords(all)}`);
process.exitCode = all.failed > 0 || all.passed === 0 ? 1 : 0;
