import { expect, inject } from 'vitest';
import { createMembers, password, uniqueName } from '../../fixtures/cast.ts';
import { journey } from '../../fixtures/journey.ts';
import { says } from '../../fixtures/says.ts';

// What the specification says of visitors, in its order: sections 2, 4, 5 and 8.

const origin = inject('origin');

journey('the specification of the log-in and of the sign-up', async ({ visit }) => {
  const [ana] = await createMembers(origin, 'ana');
  const page = await visit('/account', { allow: /status of 40[0-4]/ });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const text = (words: string) => page.getByText(words, { exact: true }).first().waitFor();
  const at = (path: string) => expect.poll(() => new URL(page.url()).pathname).toBe(path);
  const logIn = async (identifier: string, secret: string) => {
    await field('Username or email').fill(identifier);
    await field('Password').fill(secret);
    await button('Log In').click();
  };

  await says('A visitor who opens a protected screen is sent to /login.', () => at('/login'));
  await says('Login has two fields and two buttons.', async () => {
    for (const name of ['Username or email', 'Password']) await field(name).waitFor();
    for (const name of ['Log In', 'Log In with Google']) await button(name).waitFor();
    // Before it is pressed, the button says that in development no Google is behind it.
    await page.getByRole('button', { name: 'Log In with Google', description: 'Stand-in on this machine' }).waitFor();
  });
  // The other refusals, and the box for a forgotten password, LoginScreen.component.test.tsx asserts.
  await says('Incorrect password. Please try again.', async () => {
    await logIn(ana.userName, 'wrong1!');
    await text('Incorrect password. Please try again.');
  });

  await says('A link leads to sign-up, which has four fields and a link to log in.', async () => {
    await page.getByRole('link', { name: 'Sign up' }).click();
    for (const name of ['Username', 'Email', 'Password', 'Confirm password']) await field(name).waitFor();
    await page.getByRole('link', { name: 'Log in' }).waitFor();
    await page.getByText('By signing up you agree').waitFor();
  });
  await says('Each password field has a Show/Hide toggle.', async () => {
    for (const name of ['Password', 'Confirm password']) {
      await page.getByRole('button', { name: /^Show/ }).first().click();
      expect(await field(name).getAttribute('type')).toBe('text');
    }
  });
  // What is wrong with a field, -signup.component.test.tsx asserts.
  await says('The username input has a maximum length of 20.', async () =>
    expect(await field('Username').getAttribute('maxlength')).toBe('20'),
  );
  const userName = uniqueName('new');
  await says("Sign-up shows 'Account created successfully!' and goes to /login.", async () => {
    await field('Username').fill(userName);
    await text('This username is free');
    await field('Email').fill(`${userName}@kith.example`);
    for (const name of ['Password', 'Confirm password']) await field(name).fill(password);
    await page.keyboard.press('Enter');
    await text('Account created successfully!');
    await at('/login');
  });
  // Departure: name and password are in place.
  await says('After a successful login the user lands on /account.', async () => {
    await button('Log In').click();
    await at('/account');
    await page.getByRole('region', { name: 'First steps' }).waitFor();
  });
  await says('Log out clears local storage and goes to /login.', async () => {
    await page.goto('/account?popup=settings');
    await button('Log Out').click();
    await at('/login');
    await expect.poll(() => page.evaluate(`localStorage.getItem('loggedInUserId')`)).toBeNull();
  });
  await says('Without the uid parameter the visitor is sent to /login.', async () => {
    await page.goto('/setusername');
    await at('/login');
  });
  await says('Set username has one field, a hint, a Continue button and a terms notice.', async () => {
    await page.goto('/setusername?uid=example');
    await field('Username').waitFor();
    await button('Continue').waitFor();
    await text('Letters, numbers, periods, hyphens and underscores only');
    await page.getByText('By continuing you agree').waitFor();
  });
  await says('Reset password has two fields, each with Show/Hide, and a Reset button.', async () => {
    await page.goto('/resetpassword?oobCode=example');
    for (const name of ['New password', 'Repeat new password']) await field(name).waitFor();
    expect(await page.getByRole('button', { name: /^Show/ }).count()).toBe(2);
    await field('New password').fill('friends');
    await button('Reset').click();
    await text('Password must contain at least 6 characters, including numbers, letters and special characters (!$@%)');
  });
  await says("A missing oobCode gives 'Invalid reset link'.", async () => {
    await page.goto('/resetpassword');
    await text('Invalid reset link');
  });
  await says("Any unknown path has the text '404 - Page Not Found'.", async () => {
    await page.goto('/no/such/page');
    await text('404 - Page Not Found');
  });
});
