import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');
/** A webhook address whose host name never resolves (RFC 2606). */
const address = 'https://hook.example.invalid/kith';

const reauthenticate = {
  status: 403,
  json: { error: { message: '', code: -32003, data: { kith: { code: 'reauthentication-required', message: '' } } } },
};

journey('a token and a webhook are created, used, and removed', async ({ visit }) => {
  const [iga] = await createMembers(origin, 'iga');
  const page = await visit('/account', { as: iga, allow: /status of (?:400|403)/ });
  await page.getByRole('button', { name: 'Settings', exact: true }).first().click();
  await page.getByRole('button', { name: 'Apps and bots' }).click();
  const popup = page.getByRole('dialog', { name: 'Apps and bots' });
  await popup.getByText('No program has access.').waitFor();
  const make = popup.getByRole('button', { name: 'Make a token' });
  await make.click();
  await popup.getByText('Please write a name').waitFor();
  await popup.getByLabel('Name').fill('Bot ogrodowy');
  // Responds once as the server does when the member has to prove their identity again.
  await page.route('**/trpc/tokens.create*', (route) => route.fulfill(reauthenticate), { times: 1 });
  await make.click();
  await popup.getByText('Please enter your password, so that we know it is you.').waitFor();
  const proof = popup.getByLabel('Your password');
  await proof.fill('wrong1!');
  await make.click();
  await popup.getByText('Incorrect password').waitFor();
  await proof.fill(iga.password);
  await make.click();
  const token = await popup.getByLabel('Your token').inputValue();
  expect(await popup.getByLabel('Name').inputValue()).toBe('');
  const row = popup.getByRole('listitem').filter({ hasText: 'Bot ogrodowy' });
  await row.getByText('Never used').waitFor();
  await callRest(origin, 'GET /posts', { token });
  await expect(callRest(origin, 'GET /messages/unread', { token })).rejects.toThrow();
  await page.reload();
  await row.getByText('Never used').waitFor({ state: 'detached' });
  expect(await popup.getByText(token).count()).toBe(0);
  await popup.getByRole('button', { name: 'Revoke Bot ogrodowy' }).click();
  await popup.getByText('No program has access.').waitFor();
  await expect
    .poll(() =>
      callRest(origin, 'GET /posts', { token }).then(
        () => 'open',
        () => 'shut',
      ),
    )
    .toBe('shut');

  await page.getByRole('button', { name: 'Webhooks' }).click();
  const hooks = page.getByRole('dialog', { name: 'Webhooks' });
  await hooks.getByText('No address is notified.').waitFor();
  const field = hooks.getByLabel('Address');
  await field.fill('http://hook.example.invalid');
  const add = hooks.getByRole('button', { name: 'Add webhook' });
  await add.click();
  await hooks.getByText('Please give an address that begins with https://', { exact: false }).waitFor();
  expect(await field.inputValue()).toBe('http://hook.example.invalid');
  await field.fill(address);
  await add.click();
  expect(await hooks.getByLabel('Its secret').inputValue()).toMatch(/^whsec_/);
  expect(await field.inputValue()).toBe('');
  const hook = hooks.getByRole('listitem').filter({ hasText: address });
  await hook.getByRole('button', { name: 'Send a test' }).click();
  await hook.getByText('webhook.test').waitFor();
  await hook.getByText('no answer').waitFor({ timeout: 30_000 });
  const [listed] = await callRest<{ deliveries: { status: null; nextAt: string }[] }[]>(origin, 'GET /webhooks', {
    token: iga.token,
  });
  expect(listed?.deliveries).toMatchObject([{ status: null, nextAt: expect.any(String) }]);
  await hooks.getByRole('button', { name: `Remove ${address}` }).click();
  await hooks.getByText('No address is notified.').waitFor();
});
