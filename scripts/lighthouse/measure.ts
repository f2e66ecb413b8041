import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { browserProgram } from '../../e2e/fixtures/browser.ts';
import { root } from '../lib/bootstrap.mjs';

/** Fetched by npx when first asked for: its 90 packages would weigh on everybody's `npm ci`. */
const lighthouse = 'lighthouse@13.5.0';

/** The least that each category may reach, from 0 to 100. */
export const bars = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 90 } as const;
export type Category = keyof typeof bars;
export const categories = Object.keys(bars) as Category[];

export interface Measured {
  path: string;
  scores: Record<Category, number>;
  /** Numbers of the page's start, such as its largest paint, by their name in Lighthouse. */
  figures: Record<string, string>;
  /** What did not reach its full score, worst first. */
  faults: string[];
}

/** What is read of Lighthouse's report. */
interface Report {
  finalDisplayedUrl: string;
  runtimeError?: { message: string };
  categories: Record<Category, { score: number | null }>;
  audits: Record<string, { id: string; title: string; score: number | null; displayValue?: string }>;
}

const figures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** A browser profile of its own, and where reports go. */
export interface Place {
  origin: string;
  profile: string;
  folder: string;
}

async function run(url: string, profile: string, file: string): Promise<Report> {
  const { executablePath, args } = await browserProgram();
  const flags = [...args, `--user-data-dir=${profile}`].join(' ');
  const output = [`--only-categories=${categories.join()}`, '--output=json', `--output-path=${file}`, '--quiet'];
  const { status } = spawnSync(
    'npx',
    ['--yes', lighthouse, url, `--chrome-flags=${flags}`, ...output, '--no-enable-error-reporting'],
    {
      // Lighthouse needs the Node that runs this, not the machine's.
      env: {
        ...process.env,
        CHROME_PATH: executablePath,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      },
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (status !== 0) throw new Error(`Lighthouse could not measure ${url}`);
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

/** Loads a page once as a middling phone on a slow connection would, with nothing cached but cookies and local storage. */
export async function measure({ origin, profile, folder }: Place, path: string): Promise<Measured> {
  const report = await run(`${origin}${path}`, profile, join(folder, `${path.slice(1)}-${Date.now()}.json`));
  if (report.runtimeError) throw new Error(`${path}: ${report.runtimeError.message}`);
  if (new URL(report.finalDisplayedUrl).pathname !== path)
    throw new Error(`${path} led to ${report.finalDisplayedUrl}`);
  const faults = Object.values(report.audits).filter(({ score }) => score !== null && score < 1);
  return {
    path,
    scores: Object.fromEntries(
      categories.map((name) => [name, Math.round((report.categories[name].score ?? 0) * 100)]),
    ) as Record<Category, number>,
    figures: Object.fromEntries(figures.map((id) => [id, report.audits[id]?.displayValue ?? '?'])),
    faults: faults
      .sort((one, other) => (one.score ?? 0) - (other.score ?? 0))
      .map(
        ({ id, score, title, displayValue }) => `${score} ${id}: ${title}${displayValue ? `, ${displayValue}` : ''}`,
      ),
  };
}
