import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../e2e/fixtures/browser.ts';
import { callRest, rest } from '../../e2e/fixtures/rest.ts';
import { root } from '../lib/bootstrap.mjs';
import { startCommunity } from '../lib/community.ts';
import { readOptions } from '../lib/options.ts';
import { runScript } from '../lib/runScript.ts';
import { password } from '../seed/stories.ts';
import { prepareCases } from './cases.ts';
import { gallery } from './gallery.ts';
import { prepareGatherings } from './gatherings.ts';
import { writeResponses } from './responses.ts';
import { publicScreens, screens } from './screens.ts';
import { type Filter, type Place, shoot } from './shoot.ts';
import { fileOf, type Language, languages, type Shot, themes, widths } from './shots.ts';
import { takeTour } from './tour.ts';

const usage = `Usage: npm run screens -- [--only home,login --width 390 --theme dark --language pl]
       npm run screens -- tour
       npm run screens -- responses [--only tour,home --width 390]
Takes a picture of every screen in every size, theme and language, or of the named part, into screens/index.html.
"tour" films the main journeys instead, as screens/tour.webp; "responses" writes how long every screen takes to respond to input,
as screens/responses.md.`;
const alternative = { tour: takeTour, responses: writeResponses }[process.argv[2] ?? ''];
const value = { type: 'string' } as const;
const options = readOptions(usage, { only: value, width: value, theme: value, language: value }, alternative ? 1 : 0);
const wants: Filter = (option, value) => options[option]?.split(',').includes(String(value)) ?? true;

const folder = join(root, 'screens');

/**
 * Signs up a new member, in place of the one of an earlier run, whose name stays reserved. Returns the member's name and token, and
 * the cookie by which Kith knows a browser again: a log-in without it would be the newcomer's first notification.
 */
async function signUpNewcomer(origin: string) {
  const [userName, email] = [`robin.${Date.now().toString(36)}`, 'robin@kith.example'];
  const json = { identifier: email, password };
  const logIn = () => rest<{ token: string; user: { userId: number } }>(origin, 'POST /auth/login', { json });
  const earlier = await logIn();
  if (earlier.success) {
    const { token, user } = earlier.data;
    await callRest(origin, 'POST /auth/reauthenticate', { token, json: { password } });
    await callRest(origin, `DELETE /users/${user.userId}`, { token });
  }
  await callRest(origin, 'POST /users', { json: { userName, email, password } });
  const { data, headers } = await logIn();
  return { userName, token: data.token, device: /kith_device=([\w-]+)/.exec(headers.get('set-cookie') ?? '')?.[1] };
}

/** Makes a member of each language a moderator, and reports a post, so that the moderation screens show a report. Idempotent. */
async function report(origin: string, dataDir: string, token: string): Promise<void> {
  for (const { member } of Object.values(languages))
    await runScript('scripts/kith/main.ts', ['moderator', member], { env: { ...process.env, DATA_DIR: dataDir } });
  const { data: posts } = await rest<{ postId: number; user: { userName: string } }[]>(origin, 'GET /posts', { token });
  const id = posts.find(({ user }) => user.userName === 'diego')?.postId;
  await rest(origin, 'POST /reports', { token, json: { kind: 'post', id, reason: 'spam', note: 'Diego, again?' } });
}

/** Waits until there are popular posts. A new community has none until the worker's ranking, which runs every minute. */
async function untilRanked(origin: string, token: string): Promise<void> {
  while ((await callRest<unknown[]>(origin, 'GET /posts/popular', { token })).length === 0) await wait(1000);
}

/** Takes the selected pictures, and writes the page that shows these pictures and those of earlier runs. */
async function takePictures(browser: Browser, place: Place): Promise<void> {
  const all = [...screens, ...publicScreens];
  const chosen = all.filter(({ name }) => wants('only', name));
  const shots: Shot[] = [];
  // `--width` may name widths that are not taken by default.
  for (const width of options.width?.split(',').map(Number) ?? widths) {
    const settings = themes.flatMap((theme) =>
      (Object.keys(languages) as Language[]).map((language) => ({ width, theme, language })),
    );
    // Takes all themes and languages in parallel, because much of the time is spent waiting.
    const taking = settings.map(async (setting) => {
      shots.push(...all.map(({ name }) => ({ screen: name, ...setting })));
      if (!wants('theme', setting.theme) || !wants('language', setting.language)) return;
      const taken = await shoot(browser, place, chosen, setting);
      console.log(`${width} px, ${setting.theme}, ${setting.language}: ${taken} pictures`);
    });
    await Promise.all(taking);
  }
  const there = shots.filter((shot) => existsSync(join(folder, fileOf(shot))));
  writeFileSync(join(folder, 'index.html'), gallery(there));
  console.log('They are in screens/index.html');
}

// The pictures of an earlier run are kept when options select a part.
if (process.argv.length === 2) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const dataDir = join(root, '.cache/screens/data');
const app = await startCommunity(dataDir, { PUBLIC_PAGES: 'on' });
const browser = await launchBrowser();
try {
  const { userName, token, device } = await signUpNewcomer(app.origin);
  await prepareCases(app.origin);
  await prepareGatherings(app.origin);
  await report(app.origin, dataDir, token);
  await untilRanked(app.origin, token);
  const place = { origin: app.origin, folder, newcomer: { userName, password, device } };
  await (alternative ?? takePictures)(browser, place, wants);
} finally {
  await browser.close();
  await app.stop({ keep: true });
}
