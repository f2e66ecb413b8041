import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');

const reauthenticate = {
  status: 403,
  json: { error: { message: '', code: -32003, data: { kith: { code: 'reauthentication-required', message: '' } } } },
};

journey('a passkey is added, re-authenticates, logs in without a password and is removed', async ({ visit }) => {
  const [eva] = await createMembers(origin, 'eva');
  const options = { allow: /status of (?:400|401|403)/ };
  const page = await visit('/account?popup=second-factor', { as: eva, ...options });
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const popup = page.getByRole('dialog', { name: 'Two-step log-in and passkeys' });
  const add = popup.getByRole('button', { name: 'Add a passkey' });
  await popup.getByLabel('Name').fill('Teléfono');
  await add.click();
  const row = popup.getByRole('listitem').filter({ hasText: 'Teléfono' });
  await row.getByText('Never used').waitFor();
  const { credentials } = await browser.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toHaveLength(1);

  // Responds once as the server does when the member has to prove their identity again.
  await page.route('**/trpc/passkeys.remove*', (route) => route.fulfill(reauthenticate), { times: 1 });
  await popup.getByRole('button', { name: 'Remove Teléfono' }).click();
  await popup.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await page.getByText('Teléfono no longer opens your account.').first().waitFor();
  await row.waitFor({ state: 'detached' });
  await popup.getByLabel('Name').fill('Otro');
  await add.click();
  await popup.getByRole('listitem').filter({ hasText: 'Otro' }).waitFor();

  // The log-in field suggests the passkey by autofill, and the virtual authenticator accepts it immediately.
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Username or email').focus();
  await page.waitForURL('**/account');
});
