import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { languagesFor, locales, translator, untranslated } from '../fixtures/words.ts';

const origin = inject('origin');

const reauthenticate = {
  status: 403,
  json: { error: { message: '', code: -32003, data: { kith: { code: 'reauthentication-required', message: '' } } } },
};

for (const language of languagesFor('es')) {
  journey(
    `a passkey is added, re-authenticates, logs in without a password and is removed, in ${language}`,
    async ({ visit }) => {
      const say = translator(language);
      const [eva] = await createMembers(origin, 'eva');
      const options = { locale: locales[language], allow: /status of (?:400|401|403)/ };
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
      const popup = page.getByRole('dialog', { name: say('secondFactor.title') });
      const add = popup.getByRole('button', { name: say('passkeys.add') });
      await add.click();
      await popup.getByText(say('errors.name-required')).waitFor();
      await popup.getByLabel(say('passkeys.name')).fill('Teléfono');
      await add.click();
      const row = popup.getByRole('listitem').filter({ hasText: 'Teléfono' });
      await row.getByText(say('tokens.neverUsed')).waitFor();
      const { credentials } = await browser.send('WebAuthn.getCredentials', { authenticatorId });
      expect(credentials).toHaveLength(1);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await untranslated(page, language, [eva.userName, eva.email, 'Teléfono'])).toEqual([]);

      // Responds once as the server does when the member has to prove their identity again.
      await page.route('**/trpc/passkeys.remove*', (route) => route.fulfill(reauthenticate), { times: 1 });
      await popup.getByRole('button', { name: say('passkeys.removeNamed').replace('{{name}}', 'Teléfono') }).click();
      await popup.getByRole('button', { name: say('passkeys.prove') }).click();
      await page.getByText(say('passkeys.removed').replace('{{name}}', 'Teléfono')).first().waitFor();
      await row.waitFor({ state: 'detached' });
      await popup.getByLabel(say('passkeys.name')).fill('Otro');
      await add.click();
      await popup.getByRole('listitem').filter({ hasText: 'Otro' }).waitFor();

      // The log-in field suggests the passkey by autofill, and the virtual authenticator accepts it immediately.
      await page.context().clearCookies();
      await page.goto('/login');
      await page.getByLabel(say('login.identifier')).focus();
      await page.waitForURL('**/account');
    },
  );
}
