import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';
import { languagesFor, locales, translator, untranslated } from '../fixtures/words.ts';

const origin = inject('origin');

const reauthenticate = {
  status: 403,
  json: { error: { message: '', code: -32003, data: { kith: { code: 'reauthentication-required', message: '' } } } },
};

for (const language of languagesFor('pl')) {
  journey(`a token is created with the password, shown once, used, and revoked, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const [iga] = await createMembers(origin, 'iga');
    const page = await visit('/account', { as: iga, locale: locales[language], allow: /status of (?:400|403)/ });
    await page
      .getByRole('button', { name: say('menu.settings'), exact: true })
      .first()
      .click();
    await page.getByRole('button', { name: say('tokens.title') }).click();
    const popup = page.getByRole('dialog', { name: say('tokens.title') });
    await popup.getByText(say('tokens.none')).waitFor();
    const make = popup.getByRole('button', { name: say('tokens.make') });
    await make.click();
    await popup.getByText(say('errors.name-required')).waitFor();
    await popup.getByLabel(say('tokens.name')).fill('Bot ogrodowy');
    // Responds once as the server does when the member has to prove their identity again.
    await page.route('**/trpc/tokens.create*', (route) => route.fulfill(reauthenticate), { times: 1 });
    await make.click();
    await popup.getByText(say('tokens.prove.email')).waitFor();
    const proof = popup.getByLabel(say('deletion.password'));
    await proof.fill('wrong1!');
    await make.click();
    await popup.getByText(say('errors.incorrect-password')).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await proof.fill(iga.password);
    await make.click();
    const token = await popup.getByLabel(say('tokens.made')).inputValue();
    expect(await popup.getByLabel(say('tokens.name')).inputValue()).toBe('');
    const row = popup.getByRole('listitem').filter({ hasText: 'Bot ogrodowy' });
    await row.getByText(say('tokens.neverUsed')).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await untranslated(page, language, [iga.userName, iga.email])).toEqual([]);
    await callRest(origin, 'GET /posts', { token });
    await expect(callRest(origin, 'GET /messages/unread', { token })).rejects.toThrow();
    await page.reload();
    await row.getByText(say('tokens.neverUsed')).waitFor({ state: 'detached' });
    expect(await popup.getByText(token).count()).toBe(0);
    await popup.getByRole('button', { name: say('tokens.revokeNamed').replace('{{name}}', 'Bot ogrodowy') }).click();
    await popup.getByText(say('tokens.none')).waitFor();
    await expect
      .poll(() =>
        callRest(origin, 'GET /posts', { token }).then(
          () => 'open',
          () => 'shut',
        ),
      )
      .toBe('shut');
  });
}

journey('logging out everywhere ends the sessions of this browser and the others', async ({ visit }) => {
  const [noa] = await createMembers(origin, 'noa');
  const json = { identifier: noa.userName, password: noa.password };
  const { token } = await callRest<{ token: string }>(origin, 'POST /auth/login', { json });
  const page = await visit('/account?popup=privacy', { as: noa, allow: /status of 401/ });
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.waitForURL('**/login');
  await expect(callRest(origin, 'GET /auth/session', { token })).rejects.toThrow();
});
