import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { browserProgram, launchProfile } from '../../e2e/fixtures/browser.ts';
import { signIn } from '../../e2e/fixtures/signIn.ts';
import { root } from '../lib/bootstrap.mjs';
import { startCommunity } from '../lib/community.ts';
import { readOptions } from '../lib/options.ts';
import { password } from '../seed/stories.ts';

// The demo community's posts are numbered from 1 to 60. Post 59 has three pictures and some comments.
const usage = `Usage: npm run lighthouse -- [--only /home --runs 1]
Measures the start of /login, /home, /post/59, /account and /messages as a phone on a slow connection has it.`;
const options = readOptions(usage, {
  only: { type: 'string', default: '/login,/home,/post/59,/account,/messages' },
  runs: { type: 'string', default: '3' },
});

/** The minimum score of each category, from 0 to 100. */
const bars = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 90 } as const;
const categories = Object.keys(bars) as (keyof typeof bars)[];

/** The properties of Lighthouse's report that this script uses. */
interface Report {
  finalDisplayedUrl: string;
  runtimeError?: { message: string };
  categories: Record<keyof typeof bars, { score: number | null }>;
  audits: Record<string, { id: string; title: string; score: number | null; displayValue?: string }>;
}

const folder = join(root, '.cache/lighthouse');
const profile = join(folder, 'profile');
rmSync(profile, { recursive: true, force: true });
const app = await startCommunity(join(folder, 'data'), {
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  ALLOW_DEV_MAIL: 'on',
  ALLOW_DEV_SIGN_IN: 'on',
  ALLOW_RATE_LIMIT_OFF: 'on',
});
const { executablePath, args } = await browserProgram();

/** Logs in and visits the feed, so that the following measurements use the browser profile of a returning member. */
async function logIn(): Promise<void> {
  const browser = await launchProfile(profile);
  try {
    await signIn(browser, app.origin, { userName: 'nora.field', password });
    const page = await browser.newPage();
    await page.goto(`${app.origin}/home`);
    await page.getByRole('article').first().waitFor();
  } finally {
    await browser.close();
  }
}

/** Measures one load of a page, with the cookies and the local storage of `profile`, but an empty cache. */
function measure(path: string): Report {
  const file = join(folder, 'report.json');
  // npx fetches Lighthouse when it is first used. As a dependency, its 90 packages would slow down every `npm ci`.
  const flags = [
    `--chrome-flags=${[...args, `--user-data-dir=${profile}`].join(' ')}`,
    '--quiet',
    '--no-enable-error-reporting',
  ];
  const output = [`--only-categories=${categories.join()}`, '--output=json', `--output-path=${file}`];
  // Lighthouse should run on the same Node as this script, not on the machine's own Node.
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const { status } = spawnSync('npx', ['--yes', 'lighthouse@13.5.0', app.origin + path, ...flags, ...output], {
    env: { ...process.env, CHROME_PATH: executablePath, PATH },
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`Lighthouse could not measure ${path}`);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  if (report.runtimeError) throw new Error(`${path}: ${report.runtimeError.message}`);
  if (new URL(report.finalDisplayedUrl).pathname !== path)
    throw new Error(`${path} led to ${report.finalDisplayedUrl}`);
  return report;
}

const scoreOf = (report: Report, category: keyof typeof bars): number =>
  Math.round((report.categories[category].score ?? 0) * 100);

try {
  const paths = options.only.split(',');
  // The log-in screen is measured without a session, so before the log-in.
  const asMember = paths.filter((path) => path !== '/login');
  for (const path of [...paths.filter((path) => path === '/login'), ...asMember]) {
    if (path === asMember[0]) await logIn();
    const runs = Array.from({ length: Number(options.runs) }, () => measure(path));
    // Keeps the run with the median performance, because the other scores hardly vary.
    runs.sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'));
    const middle = runs[runs.length >> 1] as Report;
    const scores = categories.map((name) => `${name} ${scoreOf(middle, name)} (≥ ${bars[name]})`);
    console.log(`${path}: ${scores.join(', ')}`);
    for (const { id, score, title, displayValue = '' } of Object.values(middle.audits))
      if (score !== null && score < 1) console.log(`  ${score} ${id}: ${title} ${displayValue}`);
    if (categories.some((name) => scoreOf(middle, name) < bars[name])) process.exitCode = 1;
  }
} finally {
  await app.stop({ keep: true });
}
