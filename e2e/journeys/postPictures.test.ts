import sharp from 'sharp';
import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, follow } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';
import { languagesFor, locales, translator, untranslated } from '../fixtures/words.ts';

const origin = inject('origin');

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

interface Shown {
  images: { alt: string | null; width: number; height: number }[];
}

for (const language of languagesFor('pl')) {
  journey(
    `several pictures are ordered, described, cropped, swiped, zoomed and removed, in ${language}`,
    async ({ visit }) => {
      const text = translator(language);
      const say = (path: string, values: Record<string, string | number> = {}) =>
        text(path).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
      const [ewa, adam] = await createMembers(origin, 'ewa', 'adam');
      await follow(origin, adam, ewa);
      const page = await visit('/account?popup=compose', { as: ewa, locale: locales[language] });
      const sheet = page.getByRole('dialog', { name: say('composer.title') });
      await sheet.getByLabel(say('composer.text')).fill('Nad jeziorem');
      const files = ['rano.jpg', 'dzien.jpg', 'noc.jpg'];
      const colours = ['#e8a87c', '#7cc0e8', '#25304a'];
      await sheet
        .locator('input[type=file]')
        .setInputFiles(await Promise.all(files.map((name, i) => picture(name, colours[i] as string))));
      const names = () =>
        sheet
          .getByRole('listitem')
          .getByRole('img')
          .evaluateAll((all) => all.map((each) => each.getAttribute('alt')));
      await expect.poll(names).toEqual(files.map((name) => say('composer.preview', { name })));

      // Moves the last picture to the front, by keyboard.
      await sheet.getByRole('button', { name: say('composer.movePicture', { name: 'noc.jpg' }), exact: true }).focus();
      for (const key of ['Space', 'ArrowLeft', 'ArrowLeft', 'Space']) {
        await page.keyboard.press(key);
        await page.evaluate('new Promise((resolve) => setTimeout(resolve, 60))');
      }
      await expect.poll(async () => (await names())[0]).toBe(say('composer.preview', { name: 'noc.jpg' }));

      await sheet.getByRole('button', { name: say('composer.editPicture', { name: 'noc.jpg' }) }).click();
      const one = page.getByRole('dialog', { name: say('composer.pictureTitle') });
      await one.getByLabel(say('composer.alt')).fill('Gwiazdy nad wodą');
      await one.getByRole('button', { name: '1:1' }).click();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(
        await untranslated(page, language, [
          ...['1:1', '4:5', '16:9', 'Nad jeziorem', 'Gwiazdy nad wodą', ewa.userName],
        ]),
      ).toEqual([]);
      await one.getByRole('button', { name: say('composer.pictureDone'), exact: true }).click();
      await one.waitFor({ state: 'detached' });
      await sheet.getByRole('button', { name: say('composer.submit'), exact: true }).click();
      await sheet.waitFor({ state: 'detached' });

      const posts = () => callRest<Shown[]>(origin, `GET /users/${ewa.userId}/posts`, { token: adam.token });
      await expect.poll(async () => (await posts())[0]?.images.length, { timeout: 20_000 }).toBe(3);
      const [first] = (await posts())[0]?.images ?? [];
      expect(first).toMatchObject({ alt: 'Gwiazdy nad wodą', width: 600, height: 600 });

      const reader = await visit('/home', { as: adam, locale: locales[language] });
      const card = reader.getByRole('article').filter({ hasText: 'Nad jeziorem' });
      await card.getByRole('img', { name: 'Gwiazdy nad wodą' }).waitFor();
      await card.getByText('1/3').waitFor();
      await card.getByRole('button', { name: say('post.nextPicture') }).click();
      await card.getByText('2/3').waitFor();
      expect(await accessibilityFaults(reader)).toEqual([]);
      await card.locator('li:not([inert]) img').click();
      const over = reader.getByRole('dialog').first();
      await over.getByRole('button', { name: say('post.enlarge') }).click();
      const viewer = reader.locator('.pswp');
      await viewer.getByText('1 / 3').waitFor();
      // Presses the key repeatedly, because the viewer handles keys only once it has opened.
      const step = async () => {
        if (await viewer.getByText('1 / 3').count()) await reader.keyboard.press('ArrowRight');
        return viewer.getByText('2 / 3').count();
      };
      await expect.poll(step).toBe(1);
      await reader.keyboard.press('Escape');
      await viewer.waitFor({ state: 'detached' });
      // Going back closes the full-screen viewer, but not the post under it.
      await over.getByRole('button', { name: say('post.enlarge') }).click();
      await viewer.getByText('1 / 3').waitFor();
      await reader.goBack();
      await viewer.waitFor({ state: 'detached' });
      await over.getByRole('button', { name: say('post.enlarge') }).waitFor();

      await page.getByRole('button', { name: /Nad jeziorem/ }).click();
      const editor = page.getByRole('dialog', { name: say('editor.title') });
      const third = say('composer.pictureNumber', { number: 3 });
      await editor.getByRole('button', { name: say('composer.removePicture', { name: third }) }).click();
      await editor.getByRole('button', { name: say('common.save'), exact: true }).click();
      await editor.waitFor({ state: 'detached' });
      expect((await posts())[0]?.images).toHaveLength(2);
    },
  );
}
