import { execFile } from 'node:child_process';
import { join as joinPath } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { root } from '../../scripts/lib/bootstrap.mjs';
import { cleanEnvironment, startApp } from '../fixtures/app.ts';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { password } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';
import { languagesFor, locales, translateCount, translator, untranslated } from '../fixtures/words.ts';

const run = promisify(execFile);

for (const language of languagesFor('pl')) {
  journey(
    `on an invite-only server an operator invites a member, who invites the next, in ${language}`,
    async ({ visit }) => {
      const settings = { SIGN_UP: 'invited', MEMBERS_INVITE: 'on' };
      const app = await startApp({ env: settings });
      const say = translator(language);
      const spoken = { origin: app.origin, locale: locales[language] };
      const kith = async (...rest: string[]): Promise<string> => {
        const env = { ...cleanEnvironment(), ...settings, ENV_FILE: '', DATA_DIR: app.dataDir, PUBLIC_URL: app.origin };
        const { stdout } = await run(process.execPath, [joinPath(root, 'scripts/kith/main.ts'), ...rest], { env });
        return stdout;
      };
      try {
        const outside = await visit('/signup', spoken);
        await outside.getByRole('heading', { name: say('signup.invitedHeading') }).waitFor();
        expect(await outside.getByRole('textbox').count()).toBe(0);
        expect(await accessibilityFaults(outside)).toEqual([]);
        expect(await untranslated(outside, language, [])).toEqual([]);

        const [link = ''] = (await kith('invite', '--uses', '1')).split('\n');
        expect(await kith('invitations')).toContain('1 of 1');
        const page = await visit(new URL(link).pathname + new URL(link).search, spoken);
        await page.getByText(say('signup.invitationLead')).waitFor();
        expect(await page.getByRole('link', { name: say('signup.google') }).getAttribute('href')).toContain(
          '?invitation=',
        );
        await page.getByLabel(say('signup.userName'), { exact: true }).fill('zofia');
        await page.getByLabel(say('signup.email'), { exact: true }).fill('zofia@kith.example');
        await page.getByLabel(say('signup.password'), { exact: true }).fill(password);
        await page.getByLabel(say('signup.confirm'), { exact: true }).fill(password);
        await page.getByRole('button', { name: say('signup.submit'), exact: true }).click();
        await page.waitForURL(/\/login\b/);
        expect(await kith('invitations')).toContain('No invitation is open.');
        await page.getByLabel(say('login.identifier')).fill('zofia');
        await page.getByLabel(say('login.password'), { exact: true }).fill(password);
        await page.getByRole('button', { name: say('login.submit'), exact: true }).click();
        await page.waitForURL('**/account');

        await page
          .getByRole('button', { name: say('menu.settings'), exact: true })
          .first()
          .click();
        await page.getByRole('button', { name: say('invitations.title') }).click();
        const popup = page.getByRole('dialog', { name: say('invitations.title') });
        await popup.getByText(say('invitations.none')).waitFor();
        await popup.getByLabel(say('invitations.uses')).selectOption('5');
        await popup.getByRole('button', { name: say('invitations.make') }).click();
        const own = await popup.getByLabel(say('invitations.link')).inputValue();
        await popup.getByText(translateCount(language, 'invitations.left', 5)).waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await untranslated(page, language, ['zofia', '@'])).toEqual([]);

        const json = { userName: 'bruno', email: 'bruno@kith.example', password };
        const invitation = new URL(own).searchParams.get('invitation');
        await callRest(app.origin, 'POST /users', { json: { ...json, invitation } });
        await page.reload();
        await popup.getByText(translateCount(language, 'invitations.left', 4)).waitFor();
        await popup.getByRole('button', { name: say('invitations.revoke') }).click();
        await popup.getByText(say('invitations.none')).waitFor();
        await expect(
          callRest(app.origin, 'POST /users', { json: { ...json, userName: 'ewa', invitation } }),
        ).rejects.toThrow();
        // Leaves the pages before their server stops, because failed requests would be logged as errors.
        for (const each of [page, outside]) await each.goto('about:blank');
      } finally {
        await app.stop();
      }
    },
  );
}
