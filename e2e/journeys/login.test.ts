import { expect, inject } from 'vitest';
import { createMembers, post, uniqueName } from '../fixtures/cast.ts';
import { continueAs, openGoogle } from '../fixtures/google.ts';
import { journey } from '../fixtures/journey.ts';
import { logIn } from '../fixtures/signIn.ts';

const origin = inject('origin');
const refused = { allow: /status of 40[01]/ };

journey('a shared link opens after the log-in it required, for every way to log in', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  const link = `/post/${await post(origin, ben, 'Worth passing on')}`;
  const page = await visit(link, refused);
  await page.waitForURL(`**/login?next=${encodeURIComponent(link)}`);
  await logIn(page, ana.userName, ana.password, `**${link}`);
  await page.getByRole('main').getByText('Worth passing on').waitFor();
  // The log-in led to the requested page, and a later visit shows the account.
  await page.goto('/account');
  await page.getByRole('heading', { name: ana.userName }).waitFor();

  const other = await visit(link, refused);
  const userName = uniqueName('greta');
  const name = other.getByLabel('Username', { exact: true });
  const popup = await openGoogle(other, () => other.getByRole('button', { name: 'Log In with Google' }).click());
  await continueAs(popup, `${userName}@kith.example`);
  await name.pressSequentially('gr e@');
  expect(await name.inputValue()).toBe('gre');
  await name.fill(userName);
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
    await page.waitForURL(/\/login\?next=/);
    await page.getByText('You were logged out').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('loggedInUserId'))).toBeNull();
    await logIn(page, member.userName, member.password, to);
  }
});
