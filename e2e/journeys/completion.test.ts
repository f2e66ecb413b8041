import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');

const composer = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'New post' });
  return { dialog, text: dialog.locator('textarea'), list: dialog.getByRole('listbox', { name: 'Suggestions' }) };
};

journey('names and tags are completed in the text of a post by keyboard', async ({ visit }) => {
  const [olga, pete, petra] = await createMembers(origin, 'olga', 'pete_r', 'pete_s');
  await follow(origin, olga, pete);
  await post(origin, pete, 'Out at first light #seasideswim');
  const page = await visit('/home', { as: olga });
  await page.getByRole('article').filter({ hasText: 'Out at first light' }).waitFor();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const { dialog, text, list } = composer(page);
  expect(await text.getAttribute('role')).toBeNull();

  await text.pressSequentially('With @pete_');
  const option = (name: string) => list.getByRole('option', { name: `@${name}`, exact: true });
  await option(petra.userName).waitFor();
  expect(await text.getAttribute('aria-expanded')).toBe('true');
  expect(await text.getAttribute('aria-controls')).toBe(await list.getAttribute('id'));
  // The textarea has the role combobox while suggestions are shown. axe does not allow that role, so its rule is ignored.
  const faults = await accessibilityFaults(page);
  expect(faults.filter((fault) => !fault.startsWith('aria-allowed-role'))).toEqual([]);
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
});

journey('names and tags are completed by touch on a phone', async ({ visit }) => {
  const [rita, quentin] = await createMembers(origin, 'rita', 'quentin');
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const page = await visit('/home?popup=compose', { as: rita, ...phone });
  const { text, list } = composer(page);
  await text.tap();
  await text.pressSequentially(`Tea with @${quentin.userName.slice(0, -2)}`);
  const option = list.getByRole('option', { name: `@${quentin.userName}` });
  await option.waitFor();
  const box = await option.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await option.tap();
  expect(await text.inputValue()).toBe(`Tea with @${quentin.userName} `);
  expect(await text.evaluate((field) => field.matches(':focus'))).toBe(true);
});
