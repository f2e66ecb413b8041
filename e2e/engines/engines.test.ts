import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { root } from '../../scripts/lib/bootstrap.mjs';
import { attach, cast, follow, newName, post } from '../fixtures/cast.ts';
import { photo } from '../fixtures/photo.ts';
import { type Language, locales } from '../fixtures/words.ts';
import type { Engine, Person } from './driver.ts';
import { firefoxProgram, startFirefox } from './firefox.ts';
import { logIn, type Screen, screenOf, signInWithGoogle } from './screen.ts';
import { type Community, chat, compose, logOut, readFeed, walkPopups } from './tour.ts';
import { missingForWebKit, startWebKit } from './webkit.ts';

const engines = {
  Firefox: { start: startFirefox, missing: firefoxProgram() ? [] : ['firefox-esr'] },
  WebKit: { start: startWebKit, missing: missingForWebKit() },
};
const widths = { 1280: 860, 390: 844 };
const longer = process.env.KITH_ENGINES === 'all';
const required = Boolean(process.env.CI);
const pictures = process.env.KITH_PICTURES ?? '';

const lacking = Object.entries(engines).filter(([, { missing }]) => missing.length);
if (lacking.length && !required) {
  const reasons = lacking.map(([name, { missing }]) => `${name} (no ${missing.join(', ')})`);
  process.stdout.write(`Not tested in ${reasons.join(' and ')}: apt-get install firefox-esr webkit2gtk-driver xvfb\n`);
}

async function makeCommunity(): Promise<Community> {
  const origin = inject('origin');
  const [ada, ben] = await cast(origin, 'ada', 'ben');
  await follow(origin, ada, ben);
  await follow(origin, ben, ada);
  const pictured = await post(
    origin,
    ben,
    `By the lake. ${'The water was warm, and nobody wanted to go home. '.repeat(24)}`,
  );
  await attach(origin, ben, pictured, await photo());
  return { ada, ben, pictured, own: await post(origin, ada, 'Words of my own'), photo: inject('photo') };
}

for (const [name, { start, missing }] of Object.entries(engines)) {
  describe.skipIf(missing.length > 0 && !required)(name, () => {
    const origin = inject('origin');
    let engine: Engine;
    let one: Person;
    let other: Person;
    let community: Community;
    let mine: Screen;

    beforeAll(async () => {
      [engine, community] = await Promise.all([start(), makeCommunity()]);
      one = await engine.person();
      other = await engine.person();
      mine = screenOf(one.tab, origin, 'en');
      await logIn(screenOf(other.tab, origin, 'en'), community.ben);
    });
    afterAll(() => engine?.close());

    test('signs in with Google, at the speed of a person', async () => {
      await signInWithGoogle(mine, one, `${newName('greta')}@kith.example`);
      await mine.arrives('/setusername');
      await mine.fill('setUserName.label', newName('greta'));
      await mine.press('setUserName.submit');
      await mine.arrives('/account');
      await logOut(mine);
    });

    for (const [width, height] of Object.entries(widths)) {
      test(`goes everywhere at ${width} px`, async () => {
        await one.tab.resize(Number(width), height);
        await logIn(mine, community.ada);
        await readFeed(mine);
        await compose(mine, community, `Out of ${name} at ${width}`);
        await walkPopups(mine, community, keeper(mine, `${name}-${width}`));
        await chat(mine, screenOf(other.tab, origin, 'en'), community, `Hello from ${name} at ${width}`);
        await logOut(mine);
        expect(await one.tab.complaints()).toEqual([]);
      });
    }
  });
}

function keeper(screen: Screen, prefix: string) {
  if (!pictures) return undefined;
  mkdirSync(pictures, { recursive: true });
  return (name: string) => screen.keepPicture(join(pictures, `${prefix}-${name.replace(/\W+/g, '-')}.png`));
}
void longer;
void root;
void locales;
type _L = Language;
