import { generateSync } from 'otplib';
import { inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');

/**
 * Returns the code of a time step of 30 s, relative to the current one. The server accepts the codes of the steps -1, 0 and 1,
 * each once and in this order. So a code of step 0 stays valid for at least 30 s, and one of step 1 for a minute.
 */
const codeOf = (secret: string, steps: number) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 });

journey('two-step log-in is set up, used, bypassed by recovery code and ended', async ({ visit }) => {
  const [iga] = await createMembers(origin, 'iga');
  const options = { allow: /status of (?:400|401|403)/ };
  const page = await visit('/settings/second-factor', { as: iga, ...options });
  const popup = page.getByRole('dialog', { name: 'Two-step log-in and passkeys' });
  await popup.getByRole('button', { name: 'Turn on' }).click();
  await popup.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = (await popup.getByLabel('Key', { exact: true }).textContent())?.replaceAll(' ', '') ?? '';
  const used = codeOf(secret, 0);
  await popup.getByLabel('Code from your app').fill(used);
  await popup.getByRole('button', { name: 'Confirm and turn on' }).click();
  await popup.getByText('Each lets you in once without your app.', { exact: false }).waitFor();
  const [first = ''] = await popup.locator('ul[data-own] li').allTextContents();

  const otherBrowser = await visit('/login', options);
  const logIn = async () => {
    await otherBrowser.getByLabel('Username or email').fill(iga.userName);
    await otherBrowser.getByLabel('Password', { exact: true }).fill(iga.password);
    await otherBrowser.getByRole('button', { name: 'Log In', exact: true }).click();
    await otherBrowser.waitForURL('**/second-factor');
  };
  const enter = async (label: string, text: string) => {
    await otherBrowser.getByLabel(label, { exact: true }).fill(text);
    await otherBrowser.getByRole('button', { name: 'Log In', exact: true }).click();
  };
  await logIn();
  await enter('Code from your app', used);
  await otherBrowser.getByText('This code is not right, or it was used already. Try the next one.').waitFor();
  await enter('Code from your app', codeOf(secret, 1));
  await otherBrowser.waitForURL('**/account');
  await otherBrowser.context().clearCookies();
  await otherBrowser.goto('/login');
  await logIn();
  await otherBrowser.getByRole('button', { name: 'Use a recovery code' }).click();
  await enter('Recovery code', first.toUpperCase());
  await otherBrowser.waitForURL('**/account');

  await popup.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Two-step log-in is off.').waitFor();
  await popup.getByRole('button', { name: 'Turn on' }).waitFor();
});
