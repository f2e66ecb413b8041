import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { launchProfile } from '../../e2e/fixtures/browser.ts';
import { signIn } from '../../e2e/fixtures/signIn.ts';
import { root } from '../lib/bootstrap.mjs';
import { startCommunity } from '../lib/community.ts';
import { readOptions } from '../lib/options.ts';
import { password } from '../seed/stories.ts';
import { bars, type Category, categories, figures, measure, type Report } from './measure.ts';

// `--only` selects pages, and `--runs` sets the number of measurements of each page.
// The demo community's posts are numbered from 1 to 60. Post 59 has three pictures and some comments.
const usage = `Usage: npm run lighthouse -- [--only /home --runs 1]
Measures the start of /login, /home, /post/59, /account and /messages as a phone on a slow connection has it.`;
const options = readOptions(usage, {
  only: { type: 'string', default: '/login,/home,/post/59,/account,/messages' },
  runs: { type: 'string', default: '3' },
});
const selectedPages = options.only.split(',');
const member = { userName: 'nora.field', password };
const production = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  ALLOW_DEV_MAIL: 'on',
  ALLOW_DEV_SIGN_IN: 'on',
  ALLOW_RATE_LIMIT_OFF: 'on',
};

const folder = join(root, '.cache/lighthouse');
const profile = join(folder, 'profile');
rmSync(profile, { recursive: true, force: true });
const app = await startCommunity(join(folder, 'data'), production);

/** Logs in and visits the feed, so that the following measurements use the browser profile of a returning member. */
async function logIn(): Promise<void> {
  const browser = await launchProfile(profile);
  try {
    await signIn(browser, app.origin, member);
    const page = await browser.newPage();
    await page.goto(`${app.origin}/home`);
    await page.getByRole('article').first().waitFor();
  } finally {
    await browser.close();
  }
}

const scoreOf = (report: Report, category: Category): number =>
  Math.round((report.categories[category].score ?? 0) * 100);

const row = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** Returns a line for each audit of a page that did not get the full score, worst first. */
const faultsOf = ({ path, audits }: Report): string[] =>
  Object.values(audits)
    .filter(({ score }) => score !== null && score < 1)
    .sort((one, other) => (one.score ?? 0) - (other.score ?? 0))
    .map(({ id, score, title, displayValue = '' }) => `  ${path} ${score} ${id}: ${title} ${displayValue}`);

try {
  const pages: Report[] = [];
  /** Measures a page several times, and keeps the run with the median performance, because the other scores hardly vary. */
  const take = async (path: string) => {
    const runs: Report[] = [];
    while (runs.length < Number(options.runs)) runs.push(await measure(app.origin, path, profile, folder));
    runs.sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'));
    console.log(`${path}: performance ${runs.map((run) => scoreOf(run, 'performance')).join(', ')}`);
    pages.push(runs[runs.length >> 1] as Report);
  };
  for (const path of selectedPages.filter((each) => each === '/login')) await take(path);
  await logIn();
  for (const path of selectedPages.filter((each) => each !== '/login')) await take(path);

  const head = ['page', ...categories.map((name) => `${name} (≥ ${bars[name]})`), ...figures];
  const table = pages.map((page) => [
    page.path,
    ...categories.map((name) => scoreOf(page, name)),
    ...figures.map((id) => page.audits[id]?.displayValue ?? '?'),
  ]);
  console.log(`\n${[head, head.map(() => '---'), ...table].map(row).join('\n')}`);
  console.log(`\nBelow full score:\n${pages.flatMap(faultsOf).join('\n')}`);
  const missed = pages.flatMap((page) =>
    categories.filter((name) => scoreOf(page, name) < bars[name]).map((name) => `${page.path} ${name}`),
  );
  if (missed.length) console.error(`Below the bars: ${missed.join('; ')}`);
  process.exitCode = missed.length ? 1 : 0;
} finally {
  await app.stop({ keep: true });
}
