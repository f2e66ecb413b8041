import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';
import { languagesFor, locales, translator } from '../fixtures/words.ts';

const origin = inject('origin');

for (const language of languagesFor('en')) {
  const text = translator(language);
  journey(`a group gets a picture, and shows who has read a message, in ${language}`, async ({ visit }) => {
    const [ada, ben, cleo] = await createMembers(origin, 'ada', 'ben', 'cleo');
    const json = { userIds: [ben.userId, cleo.userId], name: 'Lake crew' };
    const { chatId } = await callRest<{ chatId: number }>(origin, 'POST /chats', { token: ada.token, json });
    const bens = await visit(`/messages?chatId=${chatId}`, { as: ben, locale: locales[language] });
    const adas = await visit(`/messages?chatId=${chatId}`, { as: ada, locale: locales[language] });
    const heading = (page: typeof adas) => page.getByRole('heading', { name: 'Lake crew' });
    await heading(adas).getByRole('button').click();
    const dialog = adas.getByRole('dialog');
    await dialog.getByRole('button', { name: text('groupPicture.change') }).waitFor();
    expect(await accessibilityFaults(adas)).toEqual([]);
    const buffer = await testPhoto();
    await dialog.locator('input[type=file]').setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer });
    await dialog.locator('img[src*="/media/"]').waitFor();
    await adas.keyboard.press('Escape');
    await bens.locator('header img[src*="/media/"]').waitFor();
    await expect
      .poll(() => bens.evaluate<number>(`document.querySelector('header img[src*="/media/"]').naturalWidth`))
      .toBeGreaterThan(0);

    const { messageId } = await callRest<{ messageId: number }>(origin, `POST /chats/${chatId}/messages`, {
      token: ada.token,
      json: { content: 'Read me' },
    });
    await expect
      .poll(() => callRest(origin, `GET /messages/${messageId}/readers`, { token: ada.token }))
      .toMatchObject([{ userId: ben.userId }]);
    await adas.locator('[data-bubble]').filter({ hasText: 'Read me' }).click({ button: 'right' });
    await adas.getByRole('menuitem', { name: text('readers.title') }).click();
    await dialog.getByRole('link', { name: ben.userName }).waitFor();
    expect(await dialog.getByRole('link').count()).toBe(1);
    expect(await accessibilityFaults(adas)).toEqual([]);
  });
}
