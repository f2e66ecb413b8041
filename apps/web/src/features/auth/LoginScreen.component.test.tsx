import { expect, test } from 'vitest';
import { type Answers, inputsOf, Refusal } from '../../testing/answers.ts';
import { alice, renderOnPage } from '../../testing/render.tsx';
import { LoginScreen } from './LoginScreen.tsx';
import type { LoginSearch } from './loginSearch.ts';

async function open(answers: Answers = {}, search: LoginSearch = {}) {
  const { screen, router } = await renderOnPage(<LoginScreen {...search} />, { answers, at: '/login' });
  const field = (name: string) => screen.getByLabelText(name, { exact: true });
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  return { screen, router, field, button, identifier: field('Username or email'), password: field('Password') };
}

test('a refused log-in says why, at the field that is wrong', async () => {
  let refusal: Error = new Refusal('user-does-not-exist');
  const refuse = () => {
    throw refusal;
  };
  const { screen, identifier, password, button } = await open({ 'auth.login': refuse });
  await button('Log In').click();
  await expect.element(identifier).toHaveAccessibleDescription('Enter your username or email');
  await expect.element(password).toHaveAccessibleDescription('Password is required');
  expect(inputsOf('auth.login')).toEqual([]);
  await identifier.fill('alice');
  await password.fill('wrong1!');
  for (const [code, field, words] of [
    ['user-does-not-exist', identifier, 'Error: User does not exist.'],
    ['user-not-found', identifier, 'User not found. Please check your credentials or sign up.'],
    ['google-account', identifier, 'This account was registered with Google. Please log in using Google.'],
    ['invalid-email', identifier, 'Please enter a valid email address.'],
    ['wrong-password', password, 'Incorrect password. Please try again.'],
  ] as const) {
    refusal = new Refusal(code);
    await button('Log In').click();
    await expect.element(field).toHaveAccessibleDescription(words);
  }
  for (const [error, words] of [
    [new Refusal('too-many-requests'), 'Too many failed attempts. Please try again later.'],
    [new Refusal('user-disabled'), 'This account has been disabled.'],
    [new Error('no connection'), 'Error checking username. Please try again.'],
  ] as const) {
    refusal = error;
    await button('Log In').click();
    await expect.element(screen.getByText(words)).toBeVisible();
  }
});

test('a log-in leads to the account, or to the second step', async () => {
  for (const [answer, to] of [
    [() => ({ user: alice }), '/account'],
    [
      () => {
        throw new Refusal('second-factor-required');
      },
      '/second-factor',
    ],
  ] as const) {
    const { router, identifier, password, button } = await open({ 'auth.login': answer });
    await identifier.fill('alice');
    await password.fill('friends1!');
    await button('Log In').click();
    await expect.poll(() => router.state.location.pathname).toBe(to);
    expect(inputsOf('auth.login')).toEqual([{ identifier: 'alice', password: 'friends1!' }]);
  }
});

test('a password is shown on request', async () => {
  const { password, button } = await open();
  await password.fill('friends1!');
  await button('Show : Password').click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await button('Hide : Password').click();
  await expect.element(password).toHaveAttribute('type', 'password');
  await expect.element(password).toHaveValue('friends1!');
});

test('an error in the address is a code, of which unknown ones say nothing of their own', async () => {
  const known = await open({}, { error: 'popup-closed-by-user' });
  await expect.element(known.screen.getByText('Google sign-in was canceled.')).toBeVisible();
  const { screen } = await open({}, { error: 'Call us now' });
  await expect.element(screen.getByText('Something went wrong')).toBeVisible();
  expect(screen.getByText('Call us now').query()).toBeNull();
});

test('the box for a forgotten password needs an address, and leads back to the log-in', async () => {
  const { screen, identifier, field, button } = await open({ 'auth.requestPasswordReset': () => null });
  await button('Forgot password').click();
  await button('Back to Login').click();
  await expect.element(identifier).toHaveFocus();
  await button('Forgot password').click();
  await expect.element(field('Email')).toHaveFocus();
  await button('Send Reset Link').click();
  await expect.element(field('Email')).toHaveAccessibleDescription('Please enter your email address');
  await field('Email').fill('alice@kith.example');
  await button('Send Reset Link').click();
  await expect.element(screen.getByText('Password reset email sent. Please check your inbox.')).toBeVisible();
  await expect.element(identifier).toBeVisible();
});

test('whoever comes from a sign-up, a new password, a deletion or an ended session is greeted accordingly', async () => {
  for (const [search, heading, notice] of [
    [{ done: 'signup' }, 'Welcome to Kith', 'Account created successfully!'],
    [{ done: 'reset' }, 'Welcome back', 'Your password has been changed.'],
    [{ done: 'deleted' }, 'Take care', 'Account deleted!'],
  ] as const) {
    const { screen } = await open({}, search);
    await expect.element(screen.getByRole('heading', { name: heading })).toBeVisible();
    await expect.element(screen.getByText(notice)).toBeVisible();
  }
});
