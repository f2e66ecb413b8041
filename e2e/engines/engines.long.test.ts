// Long: walks through every screen and popup in two further browser engines.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type App, startApp } from '../fixtures/app.ts';
import { attachPicture, createMembers, follow, post, uniqueName } from '../fixtures/cast.ts';
import { type Language, locales } from '../fixtures/translations.ts';
import type { Engine, Person } from './driver.ts';
import { createAndRevokeToken, importArchive, readPublicPage, useSecondFactor } from './features.ts';
import { firefoxProgram, startFirefox } from './firefox.ts';
import { gatheringTour } from './gatheringTour.ts';
import { groupTour } from './groupTour.ts';
import { makeRecordings, mediaTour, type Recordings } from './mediaTour.ts';
import { postTour } from './postTour.ts';
import { logIn, type Screen, screenOf, signInWithGoogle } from './screen.ts';
import { type Community, chat, compose, logOut, readFeed, walkPopups } from './tour.ts';
import { missingForWebKit, startWebKit } from './webkit.ts';

const origin = inject('origin');
const desktop = [1280, 860] as const;
const phone = [390, 844] as const;
const sizes = [desktop, phone];
/** The browser engines. `usual` is the screen size of most users of the engine. */
const engines = {
  Firefox: { start: startFirefox, missing: firefoxProgram() ? [] : ['firefox-esr'], usual: desktop },
  WebKit: { start: startWebKit, missing: missingForWebKit(), usual: phone },
};

/** The folder for screenshots of the popups. If it is not set, no screenshots are taken. */
const pictures = process.env.KITH_PICTURES;

const unavailableEngines = Object.entries(engines).filter(([, { missing }]) => missing.length > 0);
if (unavailableEngines.length > 0 && !process.env.CI) {
  const words = unavailableEngines.map(([name, { missing }]) => `${name}, for want of ${missing.join(' and ')}`);
  process.stdout.write(`Skipped: the journeys in ${words.join('; in ')} (firefox-esr, webkit2gtk-driver, xvfb).\n`);
}

/** A server with public pages, which both engines share. */
let publicApp: Promise<App> | undefined;
afterAll(async () => void (await (await publicApp)?.stop()));

/** A video and a voice message, which both engines share. */
let recordings: Promise<Recordings> | undefined;

async function makeCommunity(photo: string): Promise<Community> {
  const [ada, ben, cleo] = await createMembers(origin, 'ada', 'ben', 'cleo');
  for (const each of [ada, ben]) await follow(origin, cleo, each);
  await follow(origin, ada, ben);
  await follow(origin, ben, ada);
  const pictured = await post(
    origin,
    ben,
    `By the lake. ${'The water was warm, and nobody wanted to go home. '.repeat(24)}`,
  );
  const background = '#e8a87c';
  const picture = sharp({ create: { width: 800, height: 1000, channels: 3, background } }).jpeg();
  await attachPicture(origin, ben, pictured, await picture.toBuffer());
  await picture.toFile(photo);
  return { ada, ben, cleo, pictured, own: await post(origin, ada, 'Words of my own'), photo };
}

async function saveScreenshot(screen: Screen, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await screen.keepPicture(join(pictures, `${name.replace(/\W+/g, '-')}.png`));
}

for (const [name, { start, missing, usual }] of Object.entries(engines)) {
  describe.skipIf(missing.length > 0 && !process.env.CI)(name, () => {
    let engine: Engine;
    let one: Person;
    let other: Person;
    let community: Community;
    let mine: Screen;

    beforeAll(async () => {
      engine = await start();
      [one, other] = [await engine.person(), await engine.person()];
      mine = screenOf(one.tab, origin, 'en');
    });

    /** Prepares an attempt of a test: creates new members, and clears both windows of the previous attempt. */
    const begin = async () => {
      community = await makeCommunity(`${inject('photo')}-${name}.jpg`);
      const [ours, theirs] = [mine, screenOf(other.tab, origin, 'en')];
      for (const each of [ours, theirs]) {
        await each.open('/healthz');
        await each.tab.evaluate(
          `fetch('/auth/logout', { method: 'POST' }).then(() => { localStorage.clear(); sessionStorage.clear() })`,
        );
      }
      await logIn(theirs, community.ben);
      await logIn(ours, community.ada);
    };

    afterAll(() => engine?.close());

    test('a member signs in with Google at the speed of a person', async () => {
      await signInWithGoogle(mine, one, `${uniqueName('greta')}@kith.example`);
      await mine.arrives('/setusername');
      await mine.fill('setUserName.label', uniqueName('greta'));
      await mine.press('setUserName.submit');
      await mine.arrives('/account');
      await logOut(mine);
    });

    test.for(sizes)('a member reads, posts and chats at %i px', { timeout: 480_000 }, async ([width, height]) => {
      await one.tab.resize(width, height);
      await begin();
      await readFeed(mine);
      await compose(mine, community, `Out of ${name} at ${width}`);
      await walkPopups(mine, community, (popup) => saveScreenshot(mine, `${name} ${width} ${popup}`));
      await postTour(mine, screenOf(other.tab, origin, 'en'), community, `${name}${width}`);
      await groupTour(mine, screenOf(other.tab, origin, 'en'), community, origin, `${name}${width}`);
      await gatheringTour(mine, screenOf(other.tab, origin, 'en'), community, origin, `${name}${width}`);
      await chat(mine, screenOf(other.tab, origin, 'en'), community, `Hello from ${name} at ${width}`);
      expect(await one.tab.complaints()).toEqual([]);
      await logOut(mine);
      const page = `/user/${community.ben.userName}`;
      await logIn(mine, community.ada, page, page);
      await mine.sees('h1', community.ben.userName);
      await logOut(mine);
    });

    test('a member posts a video, plays a voice message and sees the preview of a link', async () => {
      await one.tab.resize(usual[0], usual[1]);
      await begin();
      recordings ??= makeRecordings(origin, inject('photo'));
      await mediaTour(mine, screenOf(other.tab, origin, 'en'), community, origin, await recordings, name);
      expect(await one.tab.complaints()).toEqual([]);
      await logOut(mine);
    });

    test('a member creates a token, imports an archive, logs in with two steps, and has a public page read', async () => {
      await one.tab.resize(usual[0], usual[1]);
      await begin();
      const theirs = screenOf(other.tab, origin, 'en');
      await createAndRevokeToken(mine, origin, `${name} bot`);
      await importArchive(mine, community, name);
      await useSecondFactor(mine, theirs, community);
      expect(await one.tab.complaints()).toEqual([]);
      publicApp ??= startApp({ env: { PUBLIC_PAGES: 'on' } });
      const { origin: open } = await publicApp;
      const [dora, eli] = await createMembers(open, 'dora', 'eli');
      await readPublicPage(screenOf(one.tab, open, 'en'), open, dora, eli);
    });

    const looks = (['light', 'dark'] as const).flatMap((theme) =>
      (Object.keys(locales) as Language[]).map((language) => [theme, language] as const),
    );
    test.for(looks)('all popups work (%s, %s)', { timeout: 240_000 }, async ([theme, language]) => {
      await begin();
      await mine.sees('[role=status]');
      await one.tab.evaluate(
        `Object.assign(localStorage, { i18nextLng: '${language}', 'kith.theme': '${theme}' }) && 0`,
      );
      const screen = screenOf(one.tab, origin, language);
      await screen.open('/account');
      // The router drops a navigation that a script makes before the first screen is complete.
      await screen.sees('h1', community.ada.userName);
      for (const [width, height] of sizes) {
        await one.tab.resize(width, height);
        await walkPopups(screen, community, (popup) =>
          saveScreenshot(screen, `${name} ${width} ${theme} ${language} ${popup}`),
        );
      }
      await logOut(screen);
    });
  });
}
