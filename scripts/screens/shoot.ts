import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signIn } from '../../e2e/fixtures/signIn.ts';
import { root } from '../lib/bootstrap.mjs';
import { password } from '../seed/stories/index.ts';
import { type Language, languages, type Menu, type Screen, type Shot } from './screens.ts';

export interface Setting {
  width: number;
  theme: 'light' | 'dark';
  language: Language;
}

const heights: Record<number, number> = { 390: 844, 820: 1180, 1440: 900 };

/** Takes every screen in one size, theme and language. Answers what it took. */
export async function shoot(
  browser: Browser,
  origin: string,
  folder: string,
  screens: readonly Screen[],
  setting: Setting,
): Promise<Shot[]> {
  const { width, theme, language } = setting;
  const { locale, member } = languages[language];
  const look = { baseURL: origin, locale, colorScheme: theme, viewport: { width, height: heights[width] ?? 900 } };
  const [visitor, signedIn] = [await browser.newContext(look), await browser.newContext(look)];
  await signIn(signedIn, origin, { userName: member, password });
  const { menu } = JSON.parse(readFileSync(join(root, `apps/web/src/i18n/${language}.json`), 'utf8')) as { menu: Menu };
  const shots: Shot[] = [];
  for (const screen of screens) {
    const file = `${screen.name.replaceAll(' ', '-')}-${width}-${theme}-${language}.png`;
    const taken = await take(screen.visitor ? visitor : signedIn, screen, menu, join(folder, file));
    if (taken) shots.push({ screen: screen.name, file, ...setting });
  }
  await Promise.all([visitor.close(), signedIn.close()]);
  return shots;
}

async function take(context: BrowserContext, { name, path, open }: Screen, menu: Menu, file: string): Promise<boolean> {
  const page = await context.newPage();
  page.setDefaultTimeout(5000);
  try {
    await page.goto(path);
    await settle(page);
    if (name !== 'not found' && new URL(page.url()).pathname !== '/404' && (await page.getByText('404 - ').count()) > 0)
      return false;
    await open?.(page, menu);
    await settle(page);
    await page.screenshot({ path: file, animations: 'disabled' });
    return true;
  } catch (error) {
    console.error(`${name}: ${String(error).split('\n')[0]}`);
    return false;
  } finally {
    await page.close();
  }
}

/** Fonts are there, no skeleton is left, and every picture in sight has come and faded in. */
const quiet = `document.fonts.status === 'loaded' && !document.querySelector('[aria-busy=true], .animate-shimmer') &&
  [...document.images].every((image) => {
    const { top, bottom, width } = image.getBoundingClientRect();
    const inSight = width > 0 && bottom > 0 && top < innerHeight;
    return !inSight || (image.complete && getComputedStyle(image).opacity === '1');
  })`;

/** Until the screen is as a member sees it who waits; one that never becomes quiet is taken as it is. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // Asked from here again and again: the page's policy forbids the evaluation that waitForFunction needs.
  for (let tries = 0; tries < 30; tries++) {
    await page.waitForTimeout(150);
    if (await page.evaluate(quiet)) break;
  }
  await page.waitForTimeout(250);
}
