import { expect, test } from 'vitest';
import { type Answers, inputsOf, Refusal } from '../testing/answers.ts';
import { renderOnPage } from '../testing/render.tsx';
import { Route } from './signup.tsx';

const SignUpScreen = Route.options.component as () => React.ReactNode;
const isFree = ({ userName }: { userName: string }) => ({ available: userName !== 'bob' });

async function open(answers: Answers = {}) {
  const { screen, router } = await renderOnPage(<SignUpScreen />, {
    at: '/signup',
    answers: { 'auth.options': () => ({ signUp: 'open' }), 'auth.userNameAvailable': isFree, ...answers },
  });
  const field = (name: string) => screen.getByLabelText(name, { exact: true });
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) await field(name).fill(value);
  };
  return { screen, router, field, fill, submit: screen.getByRole('button', { name: 'Sign up', exact: true }) };
}

const validValues = {
  Username: 'alice',
  Email: 'alice@kith.example',
  Password: 'friends1!',
  'Confirm password': 'friends1!',
};

test('the sign-up names the rule that each field breaks, and sends nothing', async () => {
  const { field, fill, submit } = await open();
  for (const [name, value, words] of [
    ['Username', 'al', /^Username must be at least 3 characters/],
    ['Username', 'al!ce', /^Username contains forbidden symbols/],
    ['Email', 'alice', /^Please enter a valid email address\./],
    ['Password', 'frnd1', /^Password must contain at least 6 characters/],
    ['Password', 'friends!', /^Password must contain at least 6 characters/],
    // A sign that is not allowed is named besides.
    ['Password', 'friends1!#', /^Password must contain.*\(!\$@%\).*no other signs/],
    ['Confirm password', 'friends2!', /^Passwords do not match/],
  ] as const) {
    await fill({ ...validValues, [name]: value, ...(name === 'Password' && { 'Confirm password': value }) });
    await submit.click();
    await expect.element(field(name), { message: value }).toHaveAccessibleDescription(words);
  }
  expect(inputsOf('users.create')).toEqual([]);
});

test('the button that is pressed stays where it is until the button of the mouse is released', async () => {
  const { field, fill, submit } = await open();
  await fill(validValues);
  await field('Password').fill('short');
  const button = submit.element() as HTMLElement;
  const top = () => button.getBoundingClientRect().top;
  const before = top();
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  button.focus();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  expect(top()).toBe(before);
  button.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  await expect.element(field('Password')).toHaveAccessibleDescription(/^Password must contain/);
});

test('a name is checked while it is typed, and an answer about an earlier one does not count', async () => {
  const answers: ((answer: { available: boolean }) => void)[] = [];
  const userNameAvailable = () => new Promise((resolve) => answers.push(resolve));
  const { screen, field } = await open({ 'auth.userNameAvailable': userNameAvailable });
  await field('Username').fill('b o@b');
  await expect.element(field('Username')).toHaveValue('bob');
  await expect.poll(() => answers.length).toBe(1);
  await field('Username').fill('bobby');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.({ available: true });
  await expect.element(screen.getByText('This username is free')).toBeVisible();
  answers[0]?.({ available: false });
  await expect.element(screen.getByText('This username is free')).toBeVisible();
  await expect.element(screen.getByText('This username is already taken')).not.toBeInTheDocument();
  await field('Username').fill('bobo');
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.({ available: false });
  await expect.element(screen.getByText('This username is already taken')).toBeVisible();
});

test('what the server refuses is said at its field, and a new member goes on to the log-in', async () => {
  let refusal: Refusal | null = new Refusal('email-already-in-use');
  const create = () => {
    if (refusal) throw refusal;
  };
  const { screen, router, field, fill, submit } = await open({ 'users.create': create });
  await fill(validValues);
  await submit.click();
  await expect.element(field('Email')).toHaveAccessibleDescription('An account already exists with this email.');
  refusal = new Refusal('username-taken');
  await submit.click();
  await expect.element(field('Username')).toHaveAccessibleDescription(/^This username is already taken/);
  refusal = new Refusal('rate-limited');
  await field('Username').fill('alicia');
  await submit.click();
  await expect.element(screen.getByText(/^You are doing this too often/)).toBeVisible();
  refusal = null;
  await submit.click();
  await expect.poll(() => router.state.location.href).toBe('/login?done=signup');
  expect(inputsOf('users.create').at(-1)).toMatchObject({
    userName: 'alicia',
    email: validValues.Email,
    language: 'en',
  });
  expect(JSON.stringify([router.state.location, { ...localStorage }, { ...sessionStorage }])).not.toContain(
    'friends1!',
  );
});

test('a server that takes no or only invited members says so in place of the form', async () => {
  for (const [signUp, heading] of [
    ['closed', 'Nobody can join right now'],
    ['invited', 'Come in by invitation'],
  ] as const) {
    const { screen, submit } = await open({ 'auth.options': () => ({ signUp }) });
    await expect.element(screen.getByRole('heading', { name: heading })).toBeVisible();
    expect(submit.query()).toBeNull();
  }
});

test('the invitation of a link counts also where everybody may sign up', async () => {
  const before = location.href;
  history.replaceState(history.state, '', '?invitation=from-hanna');
  try {
    const { screen, fill, submit } = await open({ 'users.create': () => undefined });
    await expect.element(screen.getByText('You have been invited.')).toBeVisible();
    await fill(validValues);
    await submit.click();
    await expect.poll(() => inputsOf('users.create')).toMatchObject([{ invitation: 'from-hanna' }]);
  } finally {
    history.replaceState(history.state, '', before);
  }
});
