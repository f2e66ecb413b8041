import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { attachPicture, createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');
/** Visits all screens at night and when `npm test` is given this file's name, otherwise only those with the most controls. */
const all = process.env.KITH_NIGHT === 'on';
const visitors = ['/login', ...(all ? ['/signup', '/resetpassword?oobCode=x', '/terms', '/privacy', '/404'] : [])];

interface Stop {
  what: string;
  /** The fault of the focused element: it has no name, is outside the viewport, is covered, or does not show the focus. */
  fault: string | null;
}

/** A script that describes the focused element and its fault, if any; null if the focus has left the page. */
const stop = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return null;
  const label = element.getAttribute('aria-labelledby')?.split(' ').map((id) => document.getElementById(id)?.textContent).join(' ');
  const inside = element.textContent || element.querySelector('[alt]')?.getAttribute('alt') || element.value;
  const name = (element.getAttribute('aria-label') || label || element.labels?.[0]?.textContent || inside || element.title || '').trim();
  const what = element.tagName.toLowerCase() + ' ' + name.slice(0, 40);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
  if (!name) return { what, fault: 'has no name' };
  if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return { what, fault: 'is out of sight' };
  const there = document.elementFromPoint(x, y);
  const seen = there && (element.contains(there) || there.contains(element) || there.closest('label')?.control === element);
  if (!seen) return { what, fault: 'lies under ' + there?.tagName + ' ' + there?.className };
  // A focused text field needs no outline, because the caret shows the focus.
  const typed = element.matches('textarea, input:not([type=checkbox], [type=radio])');
  const outlined = [element, element.closest('label')].some((each) => each && parseFloat(getComputedStyle(each).outlineWidth) > 0 && getComputedStyle(each).outlineStyle !== 'none');
  return { what, fault: typed || outlined ? null : 'does not show the focus' };
})()`;

/** Presses Tab until the focus leaves the page or returns to the first element. Returns the elements that had the focus. */
async function stops(page: Page, most = 150): Promise<Stop[]> {
  const found: Stop[] = [];
  // A chat focuses its message field when it opens. The focus is moved to the top of the page, to reach what is above the field.
  await page.evaluate(
    `if (!document.querySelector('[role=dialog]')) document.querySelector('a[href="#content"]')?.focus()`,
  );
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab');
    const now = await page.evaluate<Stop | null>(stop);
    if (!now) return found;
    if (found.length > 2 && now.what === found[0]?.what) return found;
    found.push(now);
  }
  return found;
}

async function scene() {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  await follow(origin, ben, ana);
  const postId = await post(origin, ben, 'A harbour in the fog #harbour');
  await attachPicture(origin, ben, postId, await testPhoto());
  await post(origin, ana, 'Words of her own');
  const json = { senderId: ben.userId, receiverId: ana.userId, content: 'Are you there?' };
  const { messageId } = await callRest<{ messageId: number }>(origin, 'POST /messages', { token: ben.token, json });
  await callRest(origin, `PUT /messages/${messageId}/reactions`, { token: ana.token, json: { emoji: '👋' } });
  const usual = [
    '/home?popup=compose',
    `/messages?userId=${ben.userId}`,
    '/account',
    `/post/${postId}`,
    '/settings/privacy',
  ];
  const others = [
    '/home',
    '/browser?q=harbour&kind=posts',
    '/explore',
    '/messages',
    '/notification',
    `/user/${ben.userName}`,
    '/tag/harbour',
    '/settings',
    '/settings/close-friends',
  ];
  return { ana, members: all ? [...usual, ...others] : usual };
}

async function ready(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading').first().waitFor({ state: 'attached' });
  if (/settings|popup/.test(path)) await page.getByRole('dialog').waitFor();
  await expect.poll(() => page.locator('.animate-shimmer, [aria-busy=true]').count()).toBe(0);
}

journey(
  'Tab reaches only visible elements with an accessible name, on every screen, and each shows the focus',
  { timeout: 240_000 },
  async ({ visit }) => {
    const { ana, members } = await scene();
    // 404 is allowed, because focusing a link preloads its target, which another journey may have deleted meanwhile.
    const [member, visitor] = [await visit('/home', { as: ana, allow: /status of 404/ }), await visit('/login')];
    for (const [page, paths] of [
      [member, members],
      [visitor, visitors],
    ] as const)
      for (const path of paths) {
        await ready(page, path);
        const found = await stops(page);
        expect.soft(found.length, path).toBeGreaterThan(path === '/404' ? 0 : 2);
        const faults = found.filter(({ fault }) => fault).map(({ what, fault }) => `${path}: ${what} ${fault}`);
        expect.soft(faults).toEqual([]);
      }
  },
);

journey('every screen fits its width at 400 % zoom', { timeout: 240_000 }, async ({ visit }) => {
  const { ana, members } = await scene();
  // A window of 1280 by 1024 pixels has this viewport at 400 % zoom.
  const small = { viewport: { width: 320, height: 256 } };
  const [member, visitor] = [await visit('/home', { as: ana, ...small }), await visit('/login', small)];
  for (const [page, paths] of [
    [member, members],
    [visitor, visitors],
  ] as const)
    for (const path of paths) {
      await ready(page, path);
      expect.soft(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(320);
      const cut = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('h1, h2, p, button, a, label')].filter((each) => {
        const { left, right, width, height } = each.getBoundingClientRect();
        const beside = each.closest('[class*=overflow-x], [class*=snap], [role=list]');
        return !beside && width > 1 && height > 1 && (left < -1 || right > 321);
      }).map((each) => each.tagName + ' ' + each.textContent.slice(0, 30))`);
      expect.soft(cut.map((each) => `${path}: ${each}`)).toEqual([]);
    }
});
