import { expect, inject } from 'vitest';
import { cast, newName } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

journey('what is said of a username is said of the one that stands there', async ({ visit }) => {
  const [ana] = await cast(inject('origin'), 'ana');
  const page = await visit('/signup');
  const field = page.getByLabel('Username');
  // The answer about the first name comes while the second is being typed.
  await page.route(/userNameAvailable/, (route) => void setTimeout(() => route.continue(), 200));
  const asked = page.waitForRequest(/userNameAvailable/);
  await field.fill(ana.userName);
  await asked;
  await field.fill(newName('ann'));
  await page.getByText('This username is free').waitFor();
});

journey('the login takes no words from its address, and the keyboard back from the reset box', async ({ visit }) => {
  const page = await visit('/login?error=Call%20us%20now');
  await page.getByText('Something went wrong').waitFor();
  expect(await page.getByText('Call us now').count()).toBe(0);
  await page.goto('/login?error=popup-closed-by-user');
  await page.getByText('Google sign-in was canceled.').waitFor();
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await expect.poll(() => page.getByLabel('Username or email').evaluate((field) => field.matches(':focus'))).toBe(true);
});

journey('a username is chosen by nobody without a sign-in, whatever the address says', async ({ visit }) => {
  const page = await visit('/setusername?uid=abc', { allow: /status of 40[01]/ });
  const button = page.getByRole('button', { name: 'Continue' });
  await page.getByLabel('Username').fill('zo');
  await button.click();
  // The error is shown under the button.
  const told = await page.getByRole('alert').getByText('Username').boundingBox();
  const above = await button.boundingBox();
  expect(told && above && told.y > above.y + above.height).toBe(true);
  await page.getByLabel('Username').fill(newName('zoe'));
  await button.click();
  await page.getByText('User not authenticated').waitFor();
});
