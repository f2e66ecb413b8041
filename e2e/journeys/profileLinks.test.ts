import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { languagesFor, locales, translator, untranslated } from '../fixtures/words.ts';

const origin = inject('origin');

for (const language of languagesFor('pl')) {
  journey(
    `links of a profile are added, corrected, and shown to others with their verification, in ${language}`,
    async ({ visit }) => {
      const say = translator(language);
      const [ela, jan] = await createMembers(origin, 'ela', 'jan');
      const page = await visit('/account?popup=edit-profile', {
        as: ela,
        locale: locales[language],
        allow: /status of 400/,
      });
      const popup = page.getByRole('dialog', { name: say('settings.editProfile') });
      const field = (number: number) => popup.getByLabel(say('editProfile.link').replace('{{number}}', String(number)));
      await field(1).fill('ela.example.invalid/about/');
      await field(2).fill('http://old.example.invalid');
      await popup.getByRole('button', { name: say('common.save') }).click();
      await popup.getByText(say('errors.outside-address')).waitFor();
      expect(await field(2).getAttribute('aria-invalid')).toBe('true');
      expect(await accessibilityFaults(page)).toEqual([]);
      await field(2).fill('https://blog.example.invalid/ela');
      await popup.getByRole('button', { name: say('common.save') }).click();
      await popup.waitFor({ state: 'detached' });
      const links = page.getByRole('list', { name: say('profile.links') }).getByRole('link');
      expect(await links.allTextContents()).toEqual(['ela.example.invalid/about', 'blog.example.invalid/ela']);
      expect(await links.first().getAttribute('rel')).toBe('me nofollow noopener');
      expect(await links.first().getAttribute('href')).toBe('https://ela.example.invalid/about/');
      await page.reload();
      await links.first().waitFor();
      expect(
        await untranslated(page, language, [ela.userName, 'ela.example.invalid/about', 'blog.example.invalid/ela']),
      ).toEqual([]);

      const other = await visit('/home', { as: jan, locale: locales[language] });
      // Makes the link verified in the response, because real verification by the worker needs access to the internet.
      await other.route('**/trpc/users.byName**', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace('"verified":false', '"verified":true') });
      });
      await other.goto(`/user/${ela.userName}`);
      const rows = other.getByRole('list', { name: say('profile.links') }).getByRole('listitem');
      await rows.first().getByText(say('profile.linkVerified')).waitFor();
      expect(await rows.nth(1).getByText(say('profile.linkVerified')).count()).toBe(0);
      expect(await accessibilityFaults(other)).toEqual([]);
    },
  );
}
