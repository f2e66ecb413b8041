import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { root } from '../lib/bootstrap.mjs';
import { runScript } from '../lib/runScript.ts';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Failed tests, with the first lines of their errors. */
  failures: string[];
  /** Tests that passed when retried, with their first error. */
  flaky: string[];
}

/** Returns the counts of a run that broke before any test: one failure, with the reason. */
export const broken = (why: string): Tally => ({ passed: 0, failed: 1, skipped: 0, failures: [why], flaky: [] });

/**
 * Runs one vitest project, and writes a report to `file` if given. If the run breaks or finds no test, it counts as one failure.
 */
export async function runProject(project: string, args: string[], file?: string): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-test-'));
  const report = resolve(file ?? join(folder, 'report.json'));
  rmSync(report, { force: true });
  try {
    const code = await runScript('node_modules/vitest/vitest.mjs', [
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ]);
    return readTally(report, code);
  } catch (error) {
    return broken(`the ${project} tests left no result: ${error}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Report {
  numTotalTests: number;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    /** The error that prevented the whole file from running, or an empty text. */
    message: string;
    assertionResults: Assertion[];
  }[];
}

interface Assertion {
  fullName: string;
  status: string;
  failureMessages?: string[];
}

/**
 * Counts the tests in a report. `code` is the exit code of vitest.
 * @throws if the file does not exist
 */
export function readTally(file: string, code: number): Tally {
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  const failures = failuresOf(report);
  // A file that does not load, or an error outside of any test, fails the run without a failed test.
  const outside = report.numFailedTests === 0 && (code !== 0 || report.numTotalTests === 0);
  if (outside && failures.length === 0) failures.push('no test was found, or an error came from outside of any');
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + (outside ? 1 : 0),
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    flaky: flakyOf(report),
  };
}

/** Returns an error's message without the stack trace. */
const withoutStack = (message = '') => message.split(/\n\s+at /)[0]?.slice(0, 2_000) ?? '';

const inLine = (file: string, { fullName, failureMessages }: Assertion) =>
  `${relative(root, file)} > ${fullName}: ${failureMessages?.map(withoutStack).join('; ')}`;

function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${relative(root, name)}: ${withoutStack(message)}`];
    return failed.map((each) => inLine(name, each));
  });
}

/** Returns the tests that passed only when retried. Vitest reports them as passed, but with the messages of the first failure. */
const flakyOf = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map((each) => inLine(name, each)),
  );

export const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (all, each) => ({
      passed: all.passed + each.passed,
      failed: all.failed + each.failed,
      skipped: all.skipped + each.skipped,
      failures: [...all.failures, ...each.failures],
      flaky: [...all.flaky, ...each.flaky],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] },
  );

/** Formats the counts that `npm test` prints after each part and as its last line. */
export const inWords = ({ passed, failed, skipped, flaky }: Tally): string => {
  const rest = { skipped, 'passed only when retried': flaky.length };
  const more = Object.entries(rest).filter(([, count]) => count > 0);
  return `${passed} passed, ${failed} failed${more.map(([what, count]) => `, ${count} ${what}`).join('')}`;
};
