import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { languagesFor, locales, translateCount, translator } from '../fixtures/words.ts';

const origin = inject('origin');

for (const language of languagesFor('pl')) {
  journey(
    `members, posts and tags are found in one field, and a tag has its page, in ${language}`,
    async ({ visit }) => {
      const t = translator(language);
      const [ania, nora, garfield] = await createMembers(origin, 'ania', 'nora.field', 'garfield');
      await follow(origin, ania, nora);
      const mark = `żółw${language}`;
      await post(origin, nora, `Mały ${mark} nad #Łąka${language}, example.org/${language} (@${ania.userName})`);
      const page = await visit('/browser', {
        as: ania,
        locale: locales[language],
        viewport: { width: 390, height: 844 },
      });
      const field = page.getByRole('searchbox');
      const choose = (kind: string) => page.getByRole('button', { name: t(`search.${kind}Kind`), exact: true }).click();

      await field.fill('field');
      const found = page.getByRole('region', { name: t('browse.results') });
      await found.getByRole('link', { name: nora.userName }).waitFor();
      await found.getByRole('link', { name: garfield.userName }).waitFor();
      expect(await found.getByRole('link').first().textContent()).toBe(nora.userName);
      expect(await found.locator('mark').first().textContent()).toBe('field');

      await choose('posts');
      await field.fill(`maly ${mark.normalize('NFD').replace(/\p{M}/gu, '').replace('ł', 'l').slice(0, -1)}`);
      const card = page.getByRole('article').filter({ hasText: mark });
      await card.waitFor();
      expect(await card.locator('mark').allTextContents()).toEqual(['Mały', mark]);
      const url = card.getByRole('link', { name: `example.org/${language}` });
      expect([await url.getAttribute('href'), await url.getAttribute('rel'), await url.getAttribute('target')]).toEqual(
        [`https://example.org/${language}`, 'nofollow ugc noopener', '_blank'],
      );
      expect(await accessibilityFaults(page)).toEqual([]);

      await choose('tags');
      await field.fill(`laka${language}`);
      const tag = page.getByRole('link', { name: `#łąka${language}` });
      await tag.getByText(translateCount(language, 'search.posts', 1)).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await tag.click();
      await page.getByRole('heading', { level: 1, name: `#łąka${language}` }).waitFor();
      await page.getByRole('article').filter({ hasText: mark }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);

      // The page's address contains the search, so going back and reloading show its results.
      await page.goBack();
      await tag.waitFor();
      await page.reload();
      await tag.waitFor();
      await page.getByRole('searchbox').fill('');
      await page.getByRole('heading', { name: t('search.recent') }).waitFor();
      await page.getByRole('button', { name: `laka${language}` }).click();
      expect(await page.getByRole('searchbox').inputValue()).toBe(`laka${language}`);
      await page.getByRole('searchbox').fill('');
      await page.getByRole('button', { name: t('search.clearRecent') }).click();
      await page.getByRole('heading', { name: t('search.recent') }).waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('searchbox').waitFor();
      expect(await page.getByRole('heading', { name: t('search.recent') }).count()).toBe(0);
    },
  );
}

journey('names are completed in a comment, and the names and tags of a comment are links', async ({ visit }) => {
  const [olga, pete] = await createMembers(origin, 'olga', 'pete.lake');
  const postId = await post(origin, pete, 'Out at first light');
  const page = await visit(`/post/${postId}`, { as: olga });
  const field = page.getByRole('article').getByPlaceholder(translator('en')('comment.placeholder'));
  await field.pressSequentially(`See #lake with @${pete.userName.slice(0, -2)}`);
  await page.getByRole('option', { name: `@${pete.userName}` }).waitFor();
  await page.keyboard.press('Enter');
  expect(await field.inputValue()).toBe(`See #lake with @${pete.userName} `);
  await page.keyboard.press('Enter');
  const comment = page.getByRole('listitem').filter({ hasText: 'See' });
  await comment.getByRole('link', { name: `@${pete.userName}` }).waitFor();
  await comment.getByRole('link', { name: '#lake' }).click();
  await page.waitForURL('**/tag/lake');
});
