import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { browserProgram } from '../../e2e/fixtures/browser.ts';
import { root } from '../lib/bootstrap.mjs';

/** npx fetches Lighthouse when it is first used. As a dependency, its 90 packages would slow down every `npm ci`. */
const lighthouse = 'lighthouse@13.5.0';

/** The minimum score of each category, from 0 to 100. */
export const bars = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 90 } as const;
export type Category = keyof typeof bars;
export const categories = Object.keys(bars) as Category[];
export const figures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** The properties of Lighthouse's report that these scripts use. */
export interface Report {
  path: string;
  finalDisplayedUrl: string;
  runtimeError?: { message: string };
  categories: Record<Category, { score: number | null }>;
  audits: Record<string, { id: string; title: string; score: number | null; displayValue?: string }>;
}

/**
 * Measures one load of a page on a simulated mid-range phone with a slow connection. The browser has the cookies and the local
 * storage of `profile`, but an empty cache.
 */
export async function measure(origin: string, path: string, profile: string, folder: string): Promise<Report> {
  const { executablePath, args } = await browserProgram();
  const file = join(folder, `${path.slice(1).replaceAll('/', '-')}-${Date.now()}.json`);
  const flags = [...args, `--user-data-dir=${profile}`].join(' ');
  const output = [`--only-categories=${categories.join()}`, '--output=json', `--output-path=${file}`, '--quiet'];
  const { status } = spawnSync(
    'npx',
    ['--yes', lighthouse, origin + path, `--chrome-flags=${flags}`, ...output, '--no-enable-error-reporting'],
    {
      // Lighthouse should run on the same Node as this script, not on the machine's own Node.
      env: {
        ...process.env,
        CHROME_PATH: executablePath,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      },
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (status !== 0) throw new Error(`Lighthouse could not measure ${path}`);
  const report = { ...(JSON.parse(readFileSync(file, 'utf8')) as Report), path };
  if (report.runtimeError) throw new Error(`${path}: ${report.runtimeError.message}`);
  if (new URL(report.finalDisplayedUrl).pathname !== path)
    throw new Error(`${path} led to ${report.finalDisplayedUrl}`);
  return report;
}
