import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';
import { languagesFor, locales, translator, untranslated } from '../fixtures/words.ts';

const origin = inject('origin');

for (const language of languagesFor('pl')) {
  journey(
    `a bookmarked post is listed, and leaves the list when its audience is narrowed, in ${language}`,
    async ({ visit }) => {
      const say = translator(language);
      const [ewa, adam] = await createMembers(origin, 'ewa', 'adam');
      await follow(origin, adam, ewa);
      const postId = await post(origin, ewa, 'Przepis na pierogi');
      const page = await visit('/home', { as: adam, locale: locales[language], allow: /status of 404/ });
      const card = page.getByRole('article').filter({ hasText: 'Przepis na pierogi' });
      const save = card.getByRole('button', { name: say('saved.save') });
      await save.click();
      await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true');
      const listed = () => callRest<unknown[]>(origin, 'GET /bookmarks', { token: adam.token });
      await expect.poll(listed).toHaveLength(1);
      await page.goto('/account');
      await page.getByRole('link', { name: say('saved.title'), exact: true }).click();
      await page.getByRole('button', { name: /Przepis na pierogi/ }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await untranslated(page, language, [adam.userName, adam.email, 'Przepis na pierogi'])).toEqual([]);
      await callRest(origin, `PATCH /posts/${postId}`, {
        token: ewa.token,
        json: { caption: 'Dla mnie', audience: 'private' },
      });
      await page.reload();
      await page.getByText(say('saved.none')).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    },
  );

  journey(
    `a post that expires after a week says so, and stays at the top of its author's feed, in ${language}`,
    async ({ visit }) => {
      const say = translator(language);
      const [ola, iwo] = await createMembers(origin, 'ola', 'iwo');
      await follow(origin, ola, iwo);
      await post(origin, iwo, 'Starszy post');
      const page = await visit('/home', { as: ola, locale: locales[language] });
      await page.getByRole('article').filter({ hasText: 'Starszy post' }).waitFor();
      await page
        .getByRole('button', { name: say('menu.add'), exact: true })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say('composer.text')).fill('Oddam rower do niedzieli');
      await dialog.getByLabel(say('expiry.label')).selectOption('week');
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: say('composer.submit'), exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      const card = page.getByRole('article').first();
      await card.getByText('Oddam rower do niedzieli').waitFor();
      await card
        .getByText(say('expiry.until').split('{{')[0]?.trim() ?? '', { exact: false })
        .first()
        .waitFor();
      const [made] = await callRest<{ expiresAt: string }[]>(origin, `GET /users/${ola.userId}/posts`, {
        token: ola.token,
      });
      const days = (Date.parse(made?.expiresAt ?? '') - Date.now()) / 86_400_000;
      expect(Math.round(days)).toBe(7);
    },
  );
}
