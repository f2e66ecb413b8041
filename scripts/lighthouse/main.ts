import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { launchProfile } from '../../e2e/fixtures/browser.ts';
import { signIn } from '../../e2e/fixtures/signIn.ts';
import { root } from '../lib/bootstrap.mjs';
import { startCommunity } from '../lib/community.ts';
import { readOptions } from '../lib/options.ts';
import { password } from '../seed/stories/index.ts';
import { type Measured, measure } from './measure.ts';
import { below, markdown, middle } from './report.ts';

// `--only /home --runs 1` takes a part.
const usage = `Usage: npm run lighthouse -- [--only /home --runs 1]
Measures the start of /login, /home and /account as a phone on a slow connection has it.`;
const asked = readOptions(usage, {
  only: { type: 'string', default: '/login,/home,/account' },
  runs: { type: 'string', default: '3' },
});
const wanted = asked.only.split(',');
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
const place = { origin: app.origin, profile, folder };

/** Leaves the profile as a member's who was here before. */
async function comeIn(): Promise<void> {
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

try {
  const pages: Measured[] = [];
  const take = async (path: string) => {
    const runs: Measured[] = [];
    while (runs.length < Number(asked.runs)) runs.push(await measure(place, path));
    console.log(`${path}: performance ${runs.map(({ scores }) => scores.performance).join(', ')}`);
    pages.push(middle(runs));
  };
  for (const path of wanted.filter((each) => each === '/login')) await take(path);
  await comeIn();
  for (const path of wanted.filter((each) => each !== '/login')) await take(path);

  console.log(`\n${markdown(pages)}`);
  const missed = pages.flatMap((each) => below(each).map((category) => `${each.path} ${category}`));
  if (missed.length) console.error(`Below the bars: ${missed.join('; ')}`);
  process.exitCode = missed.length ? 1 : 0;
} finally {
  await app.stop({ keep: true });
}
