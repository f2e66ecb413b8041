import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { mailTo } from '../fixtures/mail.ts';
import { callRest, rest } from '../fixtures/rest.ts';
import { languagesFor, locales, translator } from '../fixtures/words.ts';

const origin = inject('origin');

for (const language of languagesFor('es')) {
  journey(`a log-in from an unknown browser is reported by mail and revoked, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const [olga] = await createMembers(origin, 'olga');
    const json = { identifier: olga.userName, password: olga.password };
    const { token } = await callRest<{ token: string }>(origin, 'POST /auth/login', { json });
    const page = await visit('/notification', { as: olga, locale: locales[language] });
    await page.getByRole('link', { name: say('notifications.signIn') }).click();
    await page.getByRole('dialog', { name: say('settings.privacy') }).waitFor();
    const mail = await mailTo(inject('dataDir'), olga.email);
    const link = mail.text?.match(/\S+\/not-me\?code=[\w-]+/)?.[0] ?? '';
    await page.goto(link);
    const button = page.getByRole('button', { name: say('notMe.submit') });
    await button.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await button.click();
    await page.waitForURL('**/resetpassword?oobCode=*');
    // The newest mail is about the log-in of this page or about the REST call above, so the link ends one of these two sessions.
    // The member's first session, `olga.token`, goes on.
    const ended = await Promise.all(
      [token, olga.token].map(async (each) => (await rest(origin, 'GET /auth/session', { token: each })).status),
    );
    expect(ended).toContain(200);
    await expect
      .poll(async () => (await rest(origin, 'POST /auth/not-me', { json: { code: link.split('=')[1] } })).status)
      .toBe(400);
  });
}
