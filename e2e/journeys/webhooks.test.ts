import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { mailTo } from '../fixtures/mail.ts';
import { callRest } from '../fixtures/rest.ts';
import { languagesFor, locales, translator, untranslated } from '../fixtures/words.ts';

const origin = inject('origin');
/** A webhook address whose host name never resolves (RFC 2606). */
const address = 'https://hook.example.invalid/kith';

for (const language of languagesFor('pl')) {
  journey(`a webhook is created, tested, shown as failing, and removed, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const [ola] = await createMembers(origin, 'ola');
    const page = await visit('/account?popup=tokens', { as: ola, locale: locales[language], allow: /status of 400/ });
    await page.getByRole('button', { name: say('webhooks.title') }).click();
    const popup = page.getByRole('dialog', { name: say('webhooks.title') });
    await popup.getByText(say('webhooks.none')).waitFor();
    const field = popup.getByLabel(say('webhooks.address'));
    await field.fill('http://hook.example.invalid');
    const make = popup.getByRole('button', { name: say('webhooks.make') });
    await make.click();
    await popup.getByText(say('errors.outside-address')).waitFor();
    expect(await field.inputValue()).toBe('http://hook.example.invalid');
    await field.fill(address);
    await make.click();
    expect(await popup.getByLabel(say('webhooks.secret')).inputValue()).toMatch(/^whsec_/);
    expect(await field.inputValue()).toBe('');
    const row = popup.getByRole('listitem').filter({ hasText: address });
    await row.getByRole('button', { name: say('webhooks.test') }).click();
    await row.getByText('webhook.test').waitFor();
    await row.getByText(say('webhooks.noAnswer')).waitFor({ timeout: 30_000 });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await untranslated(page, language, [ola.userName, ola.email, address, 'webhook.test', 'https://'])).toEqual(
      [],
    );
    const { token } = ola;
    const [listed] = await callRest<{ deliveries: { status: null; nextAt: string }[] }[]>(origin, 'GET /webhooks', {
      token,
    });
    expect(listed?.deliveries).toMatchObject([{ status: null, nextAt: expect.any(String) }]);
    await popup.getByRole('button', { name: say('webhooks.removeNamed').replace('{{url}}', address) }).click();
    await popup.getByText(say('webhooks.none')).waitFor();
  });

  journey(
    `a webhook to a private address is switched off, and its owner is notified, in ${language}`,
    async ({ visit }) => {
      const say = translator(language);
      const [ola] = await createMembers(origin, 'ola');
      const { token } = ola;
      const json = { url: 'https://hook.localhost/secret-path' };
      const { webhookId } = await callRest<{ webhookId: number }>(origin, 'POST /webhooks', { token, json });
      const page = await visit('/notification', { as: ola, locale: locales[language] });
      await callRest(origin, `POST /webhooks/${webhookId}/test`, { token });
      const notice = page.getByRole('link', { name: say('notifications.webhookOff') });
      await notice.waitFor({ timeout: 30_000 });
      expect(await accessibilityFaults(page)).toEqual([]);
      await notice.click();
      const popup = page.getByRole('dialog', { name: say('webhooks.title') });
      await popup.getByText(say('webhooks.off.inside')).waitFor();
      const mail = await mailTo(inject('dataDir'), ola.email);
      expect(mail.text).toMatch(/account\?popup=webhooks/);
      expect(mail.text).toContain('hook.localhost');
      expect(mail.text).not.toContain('secret-path');
    },
  );
}
