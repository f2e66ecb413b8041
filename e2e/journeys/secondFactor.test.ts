import { generateSync } from 'otplib';
import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { languagesFor, locales, translator, untranslated } from '../fixtures/words.ts';

const origin = inject('origin');

/**
 * Returns the code of a time step of 30 s, relative to the current one. The server accepts the codes of the steps -1, 0 and 1,
 * each once and in this order. So a code of step 0 stays valid for at least 30 s, and one of step 1 for a minute.
 */
const codeOf = (secret: string, steps: number) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 });

for (const language of languagesFor('pl')) {
  journey(`two-step log-in is set up, used, bypassed by recovery code and ended, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const [iga] = await createMembers(origin, 'iga');
    const options = { locale: locales[language], allow: /status of (?:400|401|403)/ };
    const page = await visit('/account?popup=privacy', { as: iga, ...options });
    await page.getByRole('button', { name: say('secondFactor.title') }).click();
    const popup = page.getByRole('dialog', { name: say('secondFactor.title') });
    await popup.getByRole('button', { name: say('secondFactor.turnOn') }).click();
    await popup.getByRole('img', { name: say('secondFactor.qr') }).waitFor();
    const secret =
      (await popup.getByLabel(say('secondFactor.secret'), { exact: true }).textContent())?.replaceAll(' ', '') ?? '';
    const confirm = popup.getByRole('button', { name: say('secondFactor.confirm') });
    const code = popup.getByLabel(say('secondFactor.code'));
    await code.fill('000000');
    await confirm.click();
    await popup.getByText(say('errors.wrong-code')).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const used = codeOf(secret, 0);
    await code.fill(used);
    await confirm.click();
    await popup.getByText(say('secondFactor.codesNote')).waitFor();
    const [first = ''] = await popup.locator('ul[data-own] li').allTextContents();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await untranslated(page, language, [iga.userName, iga.email])).toEqual([]);

    const otherBrowser = await visit('/login', options);
    const logIn = async () => {
      await otherBrowser.getByLabel(say('login.identifier')).fill(iga.userName);
      await otherBrowser.getByLabel(say('login.password'), { exact: true }).fill(iga.password);
      await otherBrowser.getByRole('button', { name: say('login.submit'), exact: true }).click();
      await otherBrowser.waitForURL('**/second-factor');
    };
    const enter = async (label: 'code' | 'recoveryCode', text: string) => {
      await otherBrowser.getByLabel(say(`secondFactor.${label}`), { exact: true }).fill(text);
      await otherBrowser.getByRole('button', { name: say('login.submit'), exact: true }).click();
    };
    await logIn();
    await enter('code', used);
    await otherBrowser.getByText(say('errors.wrong-code')).waitFor();
    expect(await accessibilityFaults(otherBrowser)).toEqual([]);
    await enter('code', codeOf(secret, 1));
    await otherBrowser.waitForURL('**/account');
    await otherBrowser.context().clearCookies();
    await otherBrowser.goto('/login');
    await logIn();
    await otherBrowser.getByRole('button', { name: say('secondFactor.useRecovery') }).click();
    await enter('recoveryCode', first.toUpperCase());
    await otherBrowser.waitForURL('**/account');

    await popup.getByRole('button', { name: say('secondFactor.turnOff') }).click();
    await page.getByText(say('secondFactor.isOff')).waitFor();
    await popup.getByRole('button', { name: say('secondFactor.turnOn') }).waitFor();
  });
}
