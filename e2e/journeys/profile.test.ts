import { expect, inject } from 'vitest';
import { createMembers, follow } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');

journey('a profile has links, and its button unfollows by keyboard', async ({ visit }) => {
  const [ela, jan] = await createMembers(origin, 'ela', 'jan');
  await follow(origin, jan, ela);
  const page = await visit('/account?popup=edit-profile', { as: ela, allow: /status of 400/ });
  const popup = page.getByRole('dialog', { name: 'Edit Profile' });
  const save = popup.getByRole('button', { name: 'Save Changes' });
  await popup.getByLabel('Link 1').fill('ela.example.invalid/about/');
  await popup.getByLabel('Link 2').fill('http://old.example.invalid');
  await save.click();
  await popup.getByText('Please give an address that begins with https://', { exact: false }).waitFor();
  expect(await popup.getByLabel('Link 2').getAttribute('aria-invalid')).toBe('true');
  await popup.getByLabel('Link 2').fill('https://blog.example.invalid/ela');
  await save.click();
  await popup.waitFor({ state: 'detached' });

  const other = await visit('/home', { as: jan });
  // Makes the link verified in the response, because real verification by the worker needs access to the internet.
  await other.route('**/trpc/users.byName**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"verified":false', '"verified":true') });
  });
  await other.goto(`/user/${ela.userName}`);
  const rows = other.getByRole('list', { name: 'Links' }).getByRole('listitem');
  const verified = 'Verified: this page links back to the profile';
  await rows.first().getByText(verified).waitFor();
  expect(await rows.nth(1).getByText(verified).count()).toBe(0);
  const links = rows.getByRole('link');
  expect(await links.allTextContents()).toEqual(['ela.example.invalid/about', 'blog.example.invalid/ela']);
  expect(await links.first().getAttribute('rel')).toBe('me nofollow noopener');
  expect(await links.first().getAttribute('href')).toBe('https://ela.example.invalid/about/');

  const button = (name: string) => other.getByRole('button', { name, exact: true });
  const focused = (name: string) =>
    expect.poll(() => button(name).evaluate((each) => each.matches(':focus'))).toBe(true);
  await button('Unfollow').press('Enter');
  await focused('Follow');
  await other.getByText(/^0\s/).first().waitFor();
  await other.getByRole('button', { name: 'Undo' }).click();
  await button('Unfollow').waitFor();
  await button('Unfollow').press('Enter');
  await focused('Follow');
  await other.keyboard.press('Enter');
  await focused('Unfollow');
});
