import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');

journey('names and tags are completed by keyboard in a post and in a comment', async ({ visit }) => {
  const [olga, pete, petra] = await createMembers(origin, 'olga', 'pete_r', 'pete_s');
  await follow(origin, olga, pete);
  await post(origin, pete, 'Out at first light #seasideswim');
  const page = await visit('/home', { as: olga });
  await page.getByRole('article').filter({ hasText: 'Out at first light' }).waitFor();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New post' });
  const text = dialog.locator('textarea');
  const list = dialog.getByRole('listbox', { name: 'Suggestions' });
  expect(await text.getAttribute('role')).toBeNull();

  await text.pressSequentially('With @pete_');
  const option = (name: string) => list.getByRole('option', { name: `@${name}`, exact: true });
  await option(petra.userName).waitFor();
  expect(await text.getAttribute('aria-expanded')).toBe('true');
  expect(await text.getAttribute('aria-controls')).toBe(await list.getAttribute('id'));
  const chosen = list.getByRole('option', { selected: true });
  const first = await chosen.textContent();
  await page.keyboard.press('ArrowDown');
  expect(await chosen.textContent()).not.toBe(first);
  expect(await text.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  expect(await text.inputValue()).toBe(`With ${first} `);
  await list.waitFor({ state: 'detached' });

  await text.pressSequentially('#seas');
  await list.getByRole('option', { name: '#seasideswim' }).waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  expect(await dialog.isVisible()).toBe(true);
  await page.keyboard.press('Enter');
  await text.pressSequentially('#seas');
  await list.waitFor();
  await page.keyboard.press('Tab');
  expect(await text.inputValue()).toBe(`With ${first} #seas\n#seasideswim `);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  // A comment completes names as well, and its names and tags are links.
  const field = page.getByRole('article').getByPlaceholder('Write a comment…').first();
  await field.pressSequentially(`See #seasideswim with @${pete.userName.slice(0, -2)}`);
  await page.getByRole('option', { name: `@${pete.userName}` }).waitFor();
  await page.keyboard.press('Enter');
  expect(await field.inputValue()).toBe(`See #seasideswim with @${pete.userName} `);
  await page.keyboard.press('Enter');
  const comment = page.getByRole('listitem').filter({ hasText: 'See' });
  await comment.getByRole('link', { name: `@${pete.userName}` }).waitFor();
  await comment.getByRole('link', { name: '#seasideswim' }).click();
  await page.waitForURL('**/tag/seasideswim');
});
