import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, follow, type Member, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';
import { type Language, locales, translator } from '../fixtures/words.ts';

const origin = inject('origin');
const like = ({ userId, token }: Member, postId: number) =>
  callRest(origin, 'POST /likes', { token, json: { userId, postId } });
const comment = ({ userId, token }: Member, postId: number, content: string) =>
  callRest(origin, 'POST /comments', { token, json: { userId, postId, content } });

/** Returns the numbers of likes and comments that the card of the post shows. */
const figures = (page: Page) => page.locator('article :is(button, a)').filter({ hasText: /^\d+$/ }).allInnerTexts();

journey(
  'likes and comments appear on a screen that shows the post, and are the same after a reload',
  async ({ visit }) => {
    const [ada, ben, cem] = await createMembers(origin, 'ada', 'ben', 'cem');
    await follow(origin, ada, ben);
    const postId = await post(origin, ben, 'Who comes along?');
    const page = await visit('/home', { as: ada });
    await page.getByText('Who comes along?').waitFor();
    // The reader does not follow the member who likes: events depend on the posts on screen, not on follows. The like is
    // repeated until it appears, because the page receives no event of a like before it has subscribed to the post.
    await expect
      .poll(async () => {
        await callRest(origin, 'DELETE /likes', { token: cem.token, json: { userId: cem.userId, postId } });
        await like(cem, postId);
        return figures(page);
      })
      .toEqual(['1', '0']);
    await comment(cem, postId, 'Me.');
    await expect.poll(() => figures(page)).toEqual(['1', '1']);
    await page.reload();
    await expect.poll(() => figures(page)).toEqual(['1', '1']);
  },
);

for (const language of Object.keys(locales) as Language[]) {
  journey(`a long caption is folded, and opens and closes by keyboard, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const [ada, ben] = await createMembers(origin, 'ada', 'ben');
    await follow(origin, ada, ben);
    const end = 'And that was all.';
    await post(origin, ben, `${'It rained, and nobody minded at all. '.repeat(40)}${end}`);
    const page = await visit('/home', { as: ada, locale: locales[language] });
    const more = page.getByRole('button', { name: say('post.more') });
    await more.focus();
    expect(await more.getAttribute('aria-expanded')).toBe('false');
    expect(await page.getByText(end).count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByText(end).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.activeElement?.textContent')).toBe(say('post.less'));
    await page.keyboard.press('Enter');
    await more.waitFor();
    await page.getByText(end).waitFor({ state: 'detached' });
  });
}
