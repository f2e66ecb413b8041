import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');
/** A webhook address whose host name never resolves (RFC 2606). */
const address = 'https://hook.example.invalid/kith';

journey('a token and a webhook are created, used, and removed', async ({ visit }) => {
  const [iga] = await createMembers(origin, 'iga');
  const page = await visit('/settings/tokens', { as: iga });
  const popup = page.getByRole('dialog', { name: 'Apps and bots' });
  await popup.getByText('None', { exact: true }).waitFor();
  await popup.getByLabel('Name').fill('Bot ogrodowy');
  await popup.getByRole('button', { name: 'Create a token' }).click();
  const token = await popup.getByLabel('Your token').inputValue();
  const row = popup.getByRole('listitem').filter({ hasText: 'Bot ogrodowy' });
  await row.getByText('Never used').waitFor();
  await callRest(origin, 'GET /posts', { token });
  await expect(callRest(origin, 'GET /messages/unread', { token })).rejects.toThrow();
  await page.reload();
  await row.getByText('Never used').waitFor({ state: 'detached' });
  expect(await popup.getByText(token).count()).toBe(0);
  await popup.getByRole('button', { name: 'Revoke Bot ogrodowy' }).click();
  await popup.getByText('None', { exact: true }).waitFor();
  await expect
    .poll(() =>
      callRest(origin, 'GET /posts', { token }).then(
        () => 'open',
        () => 'shut',
      ),
    )
    .toBe('shut');

  await page.goto('/settings/webhooks');
  const hooks = page.getByRole('dialog', { name: 'Webhooks' });
  await hooks.getByText('None', { exact: true }).waitFor();
  await hooks.getByLabel('Address').fill(address);
  await hooks.getByRole('button', { name: 'Add webhook' }).click();
  expect(await hooks.getByLabel('Its secret').inputValue()).toMatch(/^whsec_/);
  const hook = hooks.getByRole('listitem').filter({ hasText: address });
  await hook.getByRole('button', { name: 'Send a test' }).click();
  await hook.getByText('webhook.test').waitFor();
  await hook.getByText('no answer').waitFor({ timeout: 30_000 });
  const [listed] = await callRest<{ deliveries: { status: null; nextAt: string }[] }[]>(origin, 'GET /webhooks', {
    token: iga.token,
  });
  expect(listed?.deliveries).toMatchObject([{ status: null, nextAt: expect.any(String) }]);
  await hooks.getByRole('button', { name: `Remove ${address}` }).click();
  await hooks.getByText('None', { exact: true }).waitFor();
});
