import { afterAll, beforeAll, expect } from 'vitest';
import { type App, startApp } from '../fixtures/app.ts';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { attachPicture, createMembers, post } from '../fixtures/cast.ts';
import { imageState, journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';
import { type Language, languagesFor, locales, translator } from '../fixtures/words.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_PAGES: 'on' } });
});
afterAll(() => app.stop());

/** The text of the log-in link on pages that the server renders. */
const logIn: Record<Language, string> = { en: 'Log in', es: 'Iniciar sesión', pl: 'Zaloguj się' };

for (const language of languagesFor('es')) {
  journey(
    `a public post is read without log-in and scripts, until its author opts out, in ${language}`,
    async ({ visit }) => {
      const { origin } = app;
      const say = translator(language);
      const [ola, tom] = await createMembers(origin, 'ola', 'tom');
      const postId = await post(origin, ola, 'For everybody to read');
      await attachPicture(origin, ola, postId, await testPhoto());
      const hidden = await post(origin, ola, 'For friends alone');
      await callRest(origin, `PATCH /posts/${hidden}`, {
        token: ola.token,
        json: { userId: ola.userId, caption: 'For friends alone', audience: 'friends' },
      });
      const spoken = { origin, locale: locales[language] };

      const page = await visit(`/post/${postId}`, {
        ...spoken,
        javaScriptEnabled: false,
        viewport: { width: 390, height: 844 },
      });
      await page.getByText('For everybody to read').waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.context().cookies()).toEqual([]);
      await page.locator(`a[href="/user/${ola.userName}"]`).first().click();
      await page.getByRole('heading', { name: ola.userName }).waitFor();
      expect(await page.getByText('For friends alone').count()).toBe(0);

      const reader = await visit(`/post/${postId}`, { ...spoken, allow: /status of (?:401|404)/ });
      const picture = reader.locator('article img').last();
      await expect.poll(async () => (await imageState(picture)).width).toBeGreaterThan(0);
      expect(await accessibilityFaults(reader)).toEqual([]);
      await reader.getByRole('link', { name: logIn[language] }).click();
      await reader.getByLabel(say('login.identifier')).fill(tom.userName);
      await reader.getByLabel(say('login.password'), { exact: true }).fill(tom.password);
      await reader.getByRole('button', { name: say('login.submit'), exact: true }).click();
      await reader.waitForURL(`**/post/${postId}`);
      await reader
        .getByRole('button', { name: say('post.like') })
        .first()
        .waitFor();

      const settings = await visit('/account?popup=privacy', { ...spoken, as: tom });
      await settings.getByRole('radio', { name: say('privacy.off'), exact: true }).click();
      await settings.getByRole('button', { name: say('privacy.submit') }).click();
      await settings.getByText(say('privacy.saved')).waitFor();
      await expect
        .poll(async () => (await fetch(`${origin}/user/${tom.userName}`, { headers: { accept: 'text/html' } })).status)
        .toBe(404);
      expect((await fetch(`${origin}/post/${hidden}`, { headers: { accept: 'text/html' } })).status).toBe(404);
    },
  );
}
