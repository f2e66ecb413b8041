import { root } from '../lib/bootstrap.mjs';
import { checkColours } from './colours.ts';
import { checkLengths, checkWords } from './houseRules.ts';
import { checkImports } from './imports.ts';
import { checkJobs } from './jobs.ts';
import { checkMigrations } from './migrations.ts';
import { checkPatterns } from './patterns.ts';
import { type Check, readSources } from './sources.ts';
import { checkSql } from './sql.ts';
import { checkTranslations } from './translations.ts';

// The checks of the whole repository, which turbo's task check:house runs.
const checks: Record<string, Check> = {
  'import directions': checkImports,
  'raw colours': checkColours,
  translations: checkTranslations,
  'file lengths': checkLengths,
  'house words': checkWords,
  migrations: checkMigrations,
  'SQL in strings': checkSql,
  jobs: checkJobs,
  'regular expressions': checkPatterns,
};

const sources = readSources(root);
for (const [name, check] of Object.entries(checks)) {
  const problems = check(sources);
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${name}`);
  for (const problem of problems) console.log(`    ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
