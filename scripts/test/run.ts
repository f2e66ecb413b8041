import { relative } from 'node:path';
import type { TestCase, TestModule } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { root } from '../lib/bootstrap.mjs';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, each in a line with the first lines of its error. */
  failures: string[];
  /** The test files that ran, with their duration in milliseconds. */
  files: { name: string; duration: number }[];
}

const none: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] };

/** The tally of a part that broke before any test: one failure, with the reason. */
export const broken = (why: string): Tally => ({ ...none, failed: 1, failures: [why] });

export const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (all, each) => ({
      passed: all.passed + each.passed,
      failed: all.failed + each.failed,
      skipped: all.skipped + each.skipped,
      failures: [...all.failures, ...each.failures],
      files: [...all.files, ...each.files],
    }),
    none,
  );

/** Runs the test files of these vitest projects whose path contains one of `names`; without names, all of them. */
export async function runTests(projects: string[], names: string[] = []): Promise<Tally> {
  const vitest = await startVitest('test', names, {
    root,
    run: true,
    project: projects,
    // One line per file, and what a test prints only if it fails. Why it failed is printed at once, since a whole run takes long.
    reporters: [
      'default',
      {
        onTestCaseResult: (test) => {
          for (const failure of failuresOf(test)) console.error(failure);
        },
      },
    ],
    silent: 'passed-only',
    slowTestThreshold: 600_000,
  });
  const tally = sum(vitest.state.getTestModules().map(tallyOf));
  const unhandled = vitest.state.getUnhandledErrors().map((error) => `outside of any test: ${textOf(error)}`);
  await vitest.close();
  if (tally.files.length === 0) unhandled.push(`no test file has ${names.join(' or ')} in its path`);
  return sum([tally, ...unhandled.map(broken)]);
}

const nameOf = (module: TestModule): string => relative(root, module.moduleId);

/** Returns why a test failed, in a line; nothing if it did not. */
function failuresOf(test: TestCase): string[] {
  const { state, errors } = test.result();
  return state === 'failed'
    ? [`${nameOf(test.module)} > ${test.fullName}: ${(errors ?? []).map(textOf).join('; ')}`]
    : [];
}

function tallyOf(module: TestModule): Tally {
  const name = nameOf(module);
  const tests = [...module.children.allTests()];
  const count = (state: string) => tests.filter((test) => test.result().state === state).length;
  const failures = tests.flatMap(failuresOf);
  // A file that does not load, or whose set-up fails, counts as one failure more.
  const ownErrors = module.errors().concat([...module.children.allSuites()].flatMap((suite) => suite.errors()));
  for (const error of ownErrors) failures.push(`${name}: ${textOf(error)}`);
  const { duration, setupDuration, collectDuration } = module.diagnostic();
  return {
    passed: count('passed'),
    failed: failures.length,
    skipped: count('skipped'),
    failures,
    files: [{ name, duration: duration + setupDuration + collectDuration }],
  };
}

/** Returns the first lines of an error's message, without the stack trace. */
const textOf = (error: unknown): string =>
  String((error as Error).message ?? error)
    .split(/\n\s+at /)[0]
    ?.slice(0, 1_000) ?? '';

/** The line that a run ends with. */
export const inWords = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** The test files that took longest, the slowest first. */
export const slowest = ({ files }: Tally, count = 10): string[] =>
  files
    .toSorted((a, b) => b.duration - a.duration)
    .slice(0, count)
    .map(({ name, duration }) => `${(duration / 1000).toFixed(1).padStart(7)} s  ${name}`);
