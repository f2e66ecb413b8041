import { expect, inject } from 'vitest';
import { createMembers, post, uniqueName } from '../fixtures/cast.ts';
import { continueAs, openGoogle } from '../fixtures/google.ts';
import { journey } from '../fixtures/journey.ts';
import { logIn } from '../fixtures/signIn.ts';

journey('the availability shown for a user name belongs to the current value of the field', async ({ visit }) => {
  const [ana] = await createMembers(inject('origin'), 'ana');
  const page = await visit('/signup');
  const field = page.getByLabel('Username');
  // Delays the availability checks, so that the response for the first username arrives after the second one is typed.
  await page.route(/userNameAvailable/, (route) => void setTimeout(() => route.continue(), 200));
  const availability = page.waitForRequest(/userNameAvailable/);
  await field.fill(ana.userName);
  await availability;
  await field.fill(uniqueName('ann'));
  await page.getByText('This username is free').waitFor();
});

journey('the refusal of a password names the allowed characters', async ({ visit }) => {
  const page = await visit('/signup');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('friends1!#');
  await page.getByLabel('Confirm password', { exact: true }).focus();
  await page.getByText('Password must contain at least 6 characters').waitFor();
  await expect
    .poll(() => field.evaluate((input) => input.ariaDescribedByElements?.[0]?.textContent))
    .toMatch(/Password must contain.*\(!\$@%\).*no other signs/);
});

journey('a link cannot prefill the log-in, and closing the reset dialog returns the focus', async ({ visit }) => {
  const page = await visit('/login?error=Call%20us%20now');
  await page.getByText('Something went wrong').waitFor();
  expect(await page.getByText('Call us now').count()).toBe(0);
  await page.goto('/login?error=popup-closed-by-user');
  await page.getByText('Google sign-in was canceled.').waitFor();
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await expect.poll(() => page.getByLabel('Username or email').evaluate((field) => field.matches(':focus'))).toBe(true);
});

journey('the log-in shows the password on request', async ({ visit }) => {
  const page = await visit('/login');
  const field = page.getByLabel('Password', { exact: true });
  const show = page.getByRole('button', { name: /^Show/ });
  await field.fill('friends1!');
  await show.click();
  expect(await field.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: /^Hide/ }).click();
  expect(await field.getAttribute('type')).toBe('password');
  expect(await field.inputValue()).toBe('friends1!');
});

journey('a user name cannot be chosen without a sign-in, whatever the address says', async ({ visit }) => {
  const page = await visit('/setusername?uid=abc', { allow: /status of 40[01]/ });
  const button = page.getByRole('button', { name: 'Continue' });
  await page.getByLabel('Username').fill('zo');
  await button.click();
  // The error is shown under the button.
  const errorBox = await page.getByRole('alert').getByText('Username').boundingBox();
  const above = await button.boundingBox();
  expect(errorBox && above && errorBox.y > above.y + above.height).toBe(true);
  await page.getByLabel('Username').fill(uniqueName('zoe'));
  await button.click();
  await page.getByText('User not authenticated').waitFor();
});

const origin = inject('origin');
const refused = { allow: /status of 401/ };

journey('a shared link opens after the log-in it required, for every way to log in', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  const link = `/post/${await post(origin, ben, 'Worth passing on')}`;
  const page = await visit(link, refused);
  await page.waitForURL('**/login');
  await logIn(page, ana.userName, ana.password, `**${link}`);
  await page.getByRole('main').getByText('Worth passing on').waitFor();
  // The log-in led to the requested page. That page is forgotten afterwards, and a later visit shows the account.
  await page.goto('/account');
  await page.getByRole('heading', { name: ana.userName }).waitFor();

  const userName = uniqueName('greta');
  const other = await visit(link, refused);
  const popup = await openGoogle(other, () => other.getByRole('button', { name: 'Log In with Google' }).click());
  await continueAs(popup, `${userName}@kith.example`);
  await other.getByLabel('Username', { exact: true }).fill(userName);
  await other.getByText('This username is free').waitFor();
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.getByRole('main').getByText('Worth passing on').waitFor();

  // If popups are blocked, the page itself navigates to Google and back.
  const third = await visit(link, refused);
  await third.evaluate('open = () => null');
  await third.getByRole('button', { name: 'Log In with Google' }).click();
  await third.getByLabel('E-mail address').fill(`${userName}@kith.example`);
  await third.getByRole('button', { name: 'Continue' }).click();
  await third.getByRole('main').getByText('Worth passing on').waitFor();
});

journey('a member whose session ended returns to where they were; another member does not', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  const page = await visit(`/messages?userId=${ben.userId}`, { as: ana, ...refused });
  const chat = page.getByLabel('Write a message…');
  for (const [member, to] of [
    [ana, '**/messages?userId=*'],
    [ben, '**/account'],
  ] as const) {
    await chat.waitFor();
    await page.context().request.post('/auth/logout', { headers: { origin } });
    await page.waitForURL('**/login');
    await page.getByText('your session was ended elsewhere').waitFor();
    await logIn(page, member.userName, member.password, to);
  }
});

journey('a log-in never redirects to another site, whatever the tab or address says', async ({ visit }) => {
  const [ana] = await createMembers(origin, 'ana');
  for (const path of ['//kith.example/x', '/\\kith.example', 'https://kith.example', 'javascript:alert(1)']) {
    const page = await visit(`/login?next=${encodeURIComponent(path)}`);
    await page.evaluate(
      (wanted) => sessionStorage.setItem('kith.wanted', wanted),
      JSON.stringify({ path, member: null }),
    );
    await logIn(page, ana.userName, ana.password);
    await page.getByRole('heading', { name: ana.userName }).waitFor();
  }
});
