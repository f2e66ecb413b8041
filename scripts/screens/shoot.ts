import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { signIn } from '../../e2e/fixtures/signIn.ts';
import { password } from '../seed/stories.ts';
import { guarded } from './cases.ts';
import type { Screen } from './screens.ts';
import { settle } from './settle.ts';
import { fileOf, heights, type Language, languages, type Shot } from './shots.ts';
import { showSetUp } from './showSetUp.ts';

/** Where the screens are and where screenshots go: Kith's origin, the output folder, and the log-in of a new member. */
export interface Place {
  origin: string;
  folder: string;
  newcomer: Parameters<typeof signIn>[2];
}

/** Returns whether the command line selects this value of an option. */
export type Filter = (option: 'only' | 'width' | 'theme' | 'language', value: string | number) => boolean;

/** How a member who opens screens logs in; nobody, for a visitor. */
export const logInOf = ({ newcomer }: Place, as: Screen['as'], language: Language) =>
  ({
    visitor: undefined,
    newcomer,
    guarded: { userName: guarded, password },
    member: { userName: languages[language].member, password },
  })[as ?? 'member'];

/** Takes a screenshot of each of these screens in one size, theme and language. Returns how many succeeded. */
export async function shoot(
  browser: Browser,
  place: Place,
  screens: readonly Screen[],
  setting: Omit<Shot, 'screen'>,
): Promise<number> {
  const { width, theme, language } = setting;
  let taken = 0;
  for (const [as, ofMember] of Map.groupBy(screens, (screen) => screen.as)) {
    const context = await browser.newContext({
      baseURL: place.origin,
      locale: languages[language].locale,
      colorScheme: theme,
      viewport: { width, height: heights[width] ?? 900 },
      isMobile: width < 700,
      hasTouch: width < 1200,
      serviceWorkers: 'block',
    });
    const login = logInOf(place, as, language);
    if (login) await signIn(context, place.origin, login);
    // All screens of a member are taken in one page, because a new page would have to compile the app's scripts anew.
    const page = await context.newPage();
    // A dialog asks whether to leave a page with a draft.
    page.on('dialog', (dialog) => dialog.accept());
    for (const screen of ofMember.filter(({ from = 0 }) => width >= from))
      if (await take(page, screen, language, join(place.folder, fileOf({ ...setting, screen: screen.name })))) taken++;
    await context.close();
  }
  return taken;
}

/** Opens a screen and brings it into the state that its definition describes. */
export async function bringTo(page: Page, screen: Screen, language: Language): Promise<void> {
  const { path, as, open, fails, holds, notSetUp, offline } = screen;
  if (fails) await page.route(`**/*${fails}*`, (route) => route.fulfill({ status: 500 }));
  if (holds) await page.route(`**/*${holds}*`, () => undefined);
  if (notSetUp) await showSetUp(page);
  // For a visitor, waits until no request is in flight, because the picture beside the log-in form loads last. A member's page
  // always has one in flight, the live stream.
  await page.goto(path, as === 'visitor' ? { waitUntil: 'networkidle' } : {});
  const settled = async () => {
    if (!holds) return settle(page);
    // A screen that never finishes loading is taken a moment after the app has rendered it.
    await page.locator('main').first().waitFor();
    await page.waitForTimeout(500);
  };
  await settled();
  if (open) {
    await open(page, language);
    // Waits, because a search starts only when nothing has been typed for a moment.
    await page.waitForTimeout(400);
    await settled();
  }
  if (offline) {
    await page.context().setOffline(true);
    await page.waitForTimeout(800);
  }
}

async function take(page: Page, screen: Screen, language: Language, file: string): Promise<boolean> {
  // This time-out is longer than a person would wait, because the machine may be busy.
  page.setDefaultTimeout(15_000);
  try {
    await bringTo(page, screen, language);
    await page.screenshot({ path: file, animations: 'disabled' });
    // Deletes drafts, because text and pictures entered here would appear in the form for new posts of the next screenshot.
    await page.evaluate(
      `for (const key of Object.keys(localStorage)) if (key.includes('.draft.')) localStorage.removeItem(key)`,
    );
    // The page itself cannot delete the database of pictures, because it has it open.
    const session = await page.context().newCDPSession(page);
    const { origin } = new URL(page.url());
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    await session.detach();
    return true;
  } catch (error) {
    console.error(`${screen.name}: ${String(error).split('\n')[0]}`);
    return false;
  } finally {
    if (screen.offline) await page.context().setOffline(false);
    await page.unrouteAll();
  }
}
