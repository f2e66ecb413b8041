import { compileCache } from '../lib/bootstrap.mjs';
import { ensureBuilt } from '../lib/build.mjs';
import { runScript } from '../lib/runScript.ts';
import { startDatabase } from './database.ts';
import { storeTemporaryFilesInMemory } from './inMemory.ts';
import { broken, inWords, runTests, slowest, sum, type Tally } from './run.ts';

const projects = ['unit', 'web', 'components', 'journeys', 'ops'];
/** Older versions of PostgreSQL on which `npm run test:all` runs what speaks to the database. */
const olderPostgres = ['16', '17'];
const speaksToDatabase = ['packages/db', 'packages/domain', 'packages/platform', 'apps/api', 'apps/worker'];

const tallies: Tally[] = [];

/** Prints a heading, runs a part of the tests, and prints its counts. */
async function part(name: string, run: () => Promise<Tally>): Promise<void> {
  const start = Date.now();
  console.log(`\n── ${name} ──`);
  const tally = await run();
  tallies.push(tally);
  console.log(`${name}: ${inWords(tally)} in ${Math.round((Date.now() - start) / 1000)} s`);
}

/** Types, lint and the house's own rules, which count as one test. */
async function check(): Promise<Tally> {
  const code = await runScript('scripts/check/main.ts');
  return code === 0 ? { ...sum([]), passed: 1 } : broken('the check: see above, or run `npm run check`');
}

/** Starts a PostgreSQL, runs test files that share it, and stops it. */
async function withDatabase(run: () => Promise<Tally>): Promise<Tally> {
  const database = await startDatabase();
  process.env.TEST_DATABASE_URL = database.url;
  const tally = await run();
  delete process.env.TEST_DATABASE_URL;
  await database.stop();
  return tally;
}

storeTemporaryFilesInMemory();
// Sets Node's compile cache for all child processes, because hundreds of them load the same files.
process.env.NODE_COMPILE_CACHE ??= compileCache;

const args = process.argv.slice(2);
const names = args.filter((name) => !projects.includes(name) && name !== '--all' && name !== 'check');
const chosenProjects = projects.filter((name) => args.includes(name));
const chosen = chosenProjects.length > 0 ? chosenProjects : projects;
const everything = args.includes('--all');

if (everything) process.env.KITH_TEST = 'all';
else if (names.length > 0) process.env.KITH_TEST = 'long';

if (names.length === 0 && chosenProjects.length === 0) await part('check', check);
if (!args.includes('check')) {
  await ensureBuilt();
  await part('tests', () => withDatabase(() => runTests(chosen, names)));
}
if (everything) {
  process.env.KITH_FLEET = 'on';
  process.env.KITH_TEST = '';
  await part('journeys on two servers', () => withDatabase(() => runTests(['journeys'], ['e2e/journeys'])));
  delete process.env.KITH_FLEET;
  for (const version of olderPostgres) {
    process.env.KITH_TEST_POSTGRES = version;
    await part(`PostgreSQL ${version}`, () => withDatabase(() => runTests(['unit'], speaksToDatabase)));
  }
}

const all = sum(tallies);
console.log(`\nThe slowest files:\n${slowest(all).join('\n')}`);
// Repeats the failures at the end, because they are hard to find in a long output.
for (const each of all.failures) console.log(`\nfailed: ${each}`);
console.log(`\n${inWords(all)}`);
process.exit(all.failed > 0 || all.passed === 0 ? 1 : 0);
