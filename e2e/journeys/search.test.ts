import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');

journey('members, posts and tags are found in one list, and each kind has all of its results', async ({ visit }) => {
  const [ania, nora, garfield] = await createMembers(origin, 'ania', 'nora.field', 'garfield');
  await follow(origin, ania, nora);
  const mark = `żółw${ania.userId}`;
  const tagName = `łąka${ania.userId}`;
  for (let day = 1; day <= 5; day += 1) await post(origin, nora, `${mark} dzień ${day}`);
  await post(origin, nora, `Mały ${mark} nad #Łąka${ania.userId}, example.org/lake (@${ania.userName})`);
  const page = await visit('/browser', {
    as: ania,
    viewport: { width: 390, height: 844 },
  });
  const field = page.getByRole('searchbox');

  await field.fill('field');
  const found = page.getByRole('region', { name: 'People found' });
  await found.getByRole('link', { name: nora.userName }).waitFor();
  await found.getByRole('link', { name: garfield.userName }).waitFor();
  expect(await found.getByRole('link').first().textContent()).toBe(nora.userName);
  expect(await found.locator('mark').first().textContent()).toBe('field');

  // Half a word finds posts and tags, below a line that says that nobody is found.
  const plain = mark.normalize('NFD').replace(/\p{M}/gu, '').replace('ł', 'l');
  await field.fill(`maly ${plain.slice(0, -1)}`);
  const rows = page.getByRole('region', { name: 'Posts found' }).getByRole('article');
  await rows.first().waitFor();
  await page.getByText('No users found.').waitFor();
  expect(await rows.locator('mark').allTextContents()).toEqual(['Mały', mark]);
  await rows.getByRole('link').click();
  await page.getByRole('dialog').getByText('example.org/lake').waitFor();
  await page.keyboard.press('Escape');

  await field.fill(plain);
  await expect.poll(() => rows.count()).toBe(5);
  await page.getByRole('link', { name: 'Show all: Posts' }).click();
  const card = page.getByRole('article').filter({ hasText: 'Mały' });
  const url = card.getByRole('link', { name: 'example.org/lake', exact: true });
  expect([await url.getAttribute('href'), await url.getAttribute('rel'), await url.getAttribute('target')]).toEqual([
    'https://example.org/lake',
    'nofollow ugc noopener',
    '_blank',
  ]);
  // Back leads from another search of one kind to the list that one came from, and to what was searched there.
  await field.fill(`${plain} mal`);
  await page.waitForURL(/mal.*kind=posts/);
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(5);
  await expect.poll(() => field.inputValue()).toBe(plain);
  await page.waitForURL((url) => url.searchParams.get('q') === plain && !url.searchParams.has('kind'));

  await field.fill(`laka${ania.userId}`);
  const tag = page.getByRole('region', { name: 'Tags found' }).getByRole('link', { name: `#${tagName}` });
  await tag.getByText('1 post').waitFor();
  await tag.click();
  await page.getByRole('heading', { level: 1, name: `#${tagName}` }).waitFor();
  await page.getByRole('article').filter({ hasText: mark }).waitFor();

  // The page's address contains the search, so going back and reloading show its results.
  await page.goBack();
  await tag.waitFor();
  await page.reload();
  await tag.waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('heading', { name: 'Recent searches' }).waitFor();
  await page.getByRole('button', { name: `laka${ania.userId}` }).click();
  expect(await page.getByRole('searchbox').inputValue()).toBe(`laka${ania.userId}`);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('heading', { name: 'Recent searches' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('searchbox').waitFor();
  expect(await page.getByRole('heading', { name: 'Recent searches' }).count()).toBe(0);
});
