import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { logIn, signIn } from '../../e2e/fixtures/signIn.ts';
import { pictureOf } from '../seed/pictures.ts';
import { password } from '../seed/stories.ts';
import type { Place } from './shoot.ts';
import { languages } from './shots.ts';

const { member: userName, locale } = languages.en;

/** In milliseconds: how long the film shows each step, and the pause between two key presses. */
const pauseMs = 1_600;
const key = 45;

async function scroll(page: Page, by: number): Promise<void> {
  for (let moved = 0; moved < by; moved += 60) {
    await page.mouse.wheel(0, 60);
    await page.waitForTimeout(33);
  }
  await page.waitForTimeout(pauseMs / 2);
}

async function scrollUp(page: Page): Promise<void> {
  await page.evaluate(`scrollTo({ top: 0, behavior: 'smooth' })`);
  await page.waitForTimeout(pauseMs / 2);
}

/** On a wide screen: logs in, reads, likes, opens a post, comments, posts, searches, opens Explore, and writes to a friend. */
export async function onWideScreen(page: Page): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
  const to = async (name: string) => {
    await page.getByRole('link', { name }).first().click();
    await page.waitForTimeout(pauseMs);
  };
  await page.goto('/login');
  await page.waitForTimeout(pauseMs);
  await logIn(page, userName, password);
  await page.waitForTimeout(pauseMs);
  await to('Home');
  await scroll(page, 700);
  const hearts = (pressed: boolean) => page.getByRole('article').getByRole('button', { name: /^Like/, pressed });
  // Likes a post. If earlier runs on the same database have liked every post in view, removes a like instead.
  await hearts((await hearts(false).count()) === 0)
    .first()
    .click();
  await scroll(page, 900);
  await scrollUp(page);

  await page.locator('main article img[alt]:not([alt=""])').first().click();
  const post = page.getByRole('dialog');
  await post.waitFor();
  await page.waitForTimeout(pauseMs);
  await post.getByLabel('Write a comment…').pressSequentially('Save me a place at the table', { delay: key });
  await post.getByLabel('Write a comment…').press('Enter');
  await page.waitForTimeout(pauseMs);
  await page.keyboard.press('Escape');
  await page.waitForTimeout(pauseMs / 2);

  await button('Add').click();
  const sheet = page.getByRole('dialog');
  await sheet
    .getByLabel("What's on your mind?")
    .pressSequentially('The lake was so still that nobody wanted to be first.', {
      delay: key,
    });
  const buffer = await pictureOf('lake-dusk.webp');
  await page.locator('input[type=file]').setInputFiles({ name: 'lake.webp', mimeType: 'image/webp', buffer });
  await page.waitForTimeout(pauseMs);
  await sheet.getByRole('button', { name: 'Who can see it' }).click();
  await page.waitForTimeout(pauseMs);
  await page.keyboard.press('Escape');
  await sheet.getByRole('button', { name: 'Post', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.waitForTimeout(pauseMs);

  await to('Browse');
  await page.locator('main input[type=search]').pressSequentially('lake', { delay: 3 * key });
  await page.waitForTimeout(pauseMs);
  await to('Explore');
  await scroll(page, 500);
  await page.goto('/user/diego');
  await page.waitForTimeout(pauseMs);
  await scroll(page, 400);

  await to('Messages');
  await page.locator('main a[href*="userId="]').first().click();
  await page.waitForTimeout(pauseMs);
  await page.locator('main textarea').first().pressSequentially('Soup on Thursday? I bring the bread.', { delay: key });
  await page.keyboard.press('Enter');
  await page.waitForTimeout(pauseMs);
}

/** On a phone in the dark theme: the feed, notifications, settings, a chat. */
export async function onPhone(page: Page): Promise<void> {
  await page.goto('/home');
  await page.waitForTimeout(pauseMs);
  await scroll(page, 900);
  for (const path of ['/notification', '/account', '/settings', '/messages']) {
    await page.goto(path);
    await page.waitForTimeout(pauseMs);
  }
  await page.locator('main a[href*="userId="]').first().click();
  await page.waitForTimeout(1.5 * pauseMs);
}

/** The film shows at most one frame in this many milliseconds. */
const slotMs = 333;

/** Takes a screenshot whenever the page paints while `go` runs. Returns them with the milliseconds for which each is shown. */
async function film(page: Page, go: (page: Page) => Promise<void>): Promise<{ jpeg: Buffer; delay: number }[]> {
  const frames: { jpeg: Buffer; slot: number }[] = [];
  const onFrame = ({ data }: { data: Buffer }) => {
    const slot = Math.floor(Date.now() / slotMs);
    if (frames.at(-1)?.slot === slot) frames.pop();
    frames.push({ jpeg: data, slot });
  };
  await page.screencast.start({ onFrame, quality: 85, size: page.viewportSize() ?? undefined });
  await go(page);
  await page.screencast.stop();
  return frames.map(({ jpeg, slot }, n) => ({ jpeg, delay: ((frames[n + 1]?.slot ?? slot + 1) - slot) * slotMs }));
}

/** Films the main journeys of the demo community, as tour.webp. */
export async function takeTour(browser: Browser, { origin, folder }: Place): Promise<void> {
  const frames: { jpeg: Buffer; delay: number }[] = [];
  const shared = { baseURL: origin, locale, serviceWorkers: 'block' } as const;
  const wide = await browser.newContext({ ...shared, viewport: { width: 1280, height: 720 } });
  frames.push(...(await film(await wide.newPage(), onWideScreen)));
  const phone = await browser.newContext({ ...shared, viewport: { width: 390, height: 720 }, colorScheme: 'dark' });
  await signIn(phone, origin, { userName, password });
  frames.push(...(await film(await phone.newPage(), onPhone)));
  const size = { width: 640, height: 360, fit: 'contain', background: '#1d1a1f' } as const;
  const pictures = await Promise.all(frames.map(({ jpeg }) => sharp(jpeg).resize(size).png().toBuffer()));
  await sharp(pictures, { join: { animated: true } })
    .webp({ delay: frames.map(({ delay }) => delay), loop: 0, quality: 60 })
    .toFile(join(folder, 'tour.webp'));
  console.log('It is in screens/tour.webp');
}
