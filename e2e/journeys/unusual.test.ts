import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const words = 'שלום!';

/** A script that returns whether the final punctuation mark is left of the first letter, as in right-to-left text. */
const endsLeft = `(() => {
  const all = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (all.nextNode()) {
    if (all.currentNode.data !== '${words}' || !all.currentNode.parentElement.closest('article, [role=log]')) continue;
    const left = (at) => {
      const range = new Range();
      range.setStart(all.currentNode, at);
      range.setEnd(all.currentNode, at + 1);
      return range.getBoundingClientRect().left;
    };
    return left(${words.length - 1}) < left(0);
  }
})()`;

const cutWithDots = `(() => {
  const link = document.querySelector('h1 a');
  return link.scrollWidth > link.clientWidth && getComputedStyle(link).textOverflow === 'ellipsis' &&
    getComputedStyle(link).display === 'block';
})()`;

journey(
  'right-to-left text is rendered from right to left, and a name too long for a phone is cut with an ellipsis',
  async ({ visit }) => {
    const origin = inject('origin');
    const [ana, ben] = await createMembers(origin, 'ana', 'WWWWWWWWWWWWW');
    await follow(origin, ana, ben);
    await post(origin, ben, words);
    const json = { senderId: ben.userId, receiverId: ana.userId, content: words };
    await callRest(origin, 'POST /messages', { token: ben.token, json });
    const page = await visit('/home', { as: ana, viewport: { width: 320, height: 640 } });
    await expect.poll(() => page.evaluate(endsLeft)).toBe(true);
    await page.goto(`/messages?userId=${ben.userId}`);
    await expect.poll(() => page.evaluate(endsLeft)).toBe(true);
    expect(await page.evaluate(cutWithDots)).toBe(true);
  },
);

journey('a search among friends also finds those beyond the first page', async ({ visit }) => {
  const origin = inject('origin');
  const [ana, first, second] = await createMembers(origin, 'ana', 'first', 'second');
  for (const friend of [first, second]) await follow(origin, ana, friend);
  const page = await visit('/browser', { as: ana });
  // Limits each page of the list of friends to one member instead of five hundred.
  await page.route(/follows\.following/, (route) =>
    route.continue({ url: route.request().url().replace('%22limit%22%3A500', '%22limit%22%3A1') }),
  );
  await page.goto('/home');
  const panel = page.getByRole('complementary', { name: 'Friends' });
  await panel.getByRole('listitem').first().waitFor();
  expect(await panel.getByRole('listitem').count()).toBe(1);
  await panel.getByLabel('Search for a friend...').fill('first');
  await panel.getByRole('link', { name: first.userName }).waitFor();
  await panel.getByLabel('Search for a friend...').fill('nobody');
  await panel.getByText('No friends found').waitFor();
});

const lines = `[...document.querySelectorAll('[role=group] > [aria-pressed]')].map((each) => getComputedStyle(each).borderTopWidth)`;
const knobIsSeen = `(() => {
  const knob = document.querySelector('[role=switch] > span > span');
  return getComputedStyle(knob).backgroundColor !== getComputedStyle(knob.parentElement).backgroundColor;
})()`;

journey('without background colours, outlines still show what is selected', async ({ visit }) => {
  const [ana] = await createMembers(inject('origin'), 'ana');
  const page = await visit('/notification', { as: ana, forcedColors: 'active' });
  await page.getByRole('button', { name: 'Likes', exact: true }).click();
  await expect.poll(() => page.evaluate(lines)).toEqual(['1px', '1px', '3px', '1px']);
  await page.goto('/account?popup=settings');
  await page.getByRole('switch', { name: 'Dark mode' }).waitFor();
  expect(await page.evaluate(knobIsSeen)).toBe(true);
});
