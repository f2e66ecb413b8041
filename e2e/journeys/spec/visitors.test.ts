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
  });
  await says("A 'Forgot password' link switches the box; an empty field is refused.", async () => {
    await button('Forgot password').click();
    await button('Send Reset Link').click();
    await text('Please enter your email address');
    await button('Back to Login').click();
    await button('Forgot password').click();
  });
  await says('After the reset mail is sent the message shows and the reset box closes.', async () => {
    await field('Email').fill(ana.email);
    await button('Send Reset Link').click();
    await text('Password reset email sent. Please check your inbox.');
    await button('Log In').waitFor();
  });
  for (const [identifier, secret, message] of [
    ['nobody.here', password, 'Error: User does not exist.'],
    [ana.userName, 'wrong1!', 'Incorrect password. Please try again.'],
    ['nobody@kith.example', password, 'User not found. Please check your credentials or sign up.'],
    ['no@mail', password, 'Please enter a valid email address.'],
  ] as const)
    await says(message, async () => {
      await logIn(identifier, secret);
      await text(message);
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
  await says('The username input strips spaces and @ as typed and has a maximum length of 20.', async () => {
    await field('Username').pressSequentially('a @b');
    expect([await field('Username').inputValue(), await field('Username').getAttribute('maxlength')]).toEqual([
      'ab',
      '20',
    ]);
  });
  for (const [typed, message] of [
    ['ab', 'Username must be at least 3 characters'],
    ['a#bc', 'Username contains forbidden symbols'],
    [ana.userName, 'This username is already taken'],
  ] as const)
    await says(message, async () => {
      await field('Username').fill(typed);
      await field('Email').focus();
      await text(message);
    });
  await says('A password needs letters, numbers and special characters, twice the same.', async () => {
    await field('Password').fill('friends');
    await field('Confirm password').fill('friends1!');
    await field('Email').focus();
    await text('Password must contain at least 6 characters, including letters, numbers and special characters (!$@%)');
    await text('Passwords do not match');
  });
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
