import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runScript } from '../lib/runScript.ts';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** Runs one vitest project, and leaves its report in `file` if one is named. A run that broke, or found no test, counts as one failure. */
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
    console.error(`The ${project} tests left no result: ${error}`);
    return { passed: 0, failed: 1, skipped: 0 };
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
}

/** What a report counts. @throws when there is none */
export const readTally = (file: string, code: number): Tally => tallyOf(JSON.parse(readFileSync(file, 'utf8')), code);

/** A file that does not load, or an error outside of any test, fails the run without a failed test: it counts as one. */
export function tallyOf(report: Report, code: number): Tally {
  const broken = report.numFailedTests === 0 && (code !== 0 || report.numTotalTests === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + (broken ? 1 : 0),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (all, each) => ({
      passed: all.passed + each.passed,
      failed: all.failed + each.failed,
      skipped: all.skipped + each.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** The last line of `npm test`. */
export const inWords = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
