import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, type Member } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';
import { languagesFor, locales, translator } from '../fixtures/words.ts';

const origin = inject('origin');

const say = (sender: Member, receiver: Member, content: string) =>
  callRest<{ messageId: number; chatId: number }>(origin, 'POST /messages', {
    token: sender.token,
    json: { senderId: sender.userId, receiverId: receiver.userId, content },
  });
const bubble = (page: Page, text: string) => page.locator('[data-bubble]').filter({ hasText: text }).last();
const focused = async (page: Page) => (await page.locator('[data-bubble]:focus').allTextContents()).join();

for (const language of languagesFor('en')) {
  journey(
    `search in one chat and in all finds messages and opens them in their context, in ${language}`,
    async ({ visit }) => {
      const speak = translator(language);
      const [mia, leo, zoe] = await createMembers(origin, 'mia', 'leo', 'zoe');
      for (let n = 1; n <= 130; n++)
        await say(n % 2 ? mia : leo, n % 2 ? leo : mia, n === 20 ? 'The żurek recipe is in the drawer' : `Line ${n}.`);
      const json = { userIds: [leo.userId, zoe.userId], name: 'Kitchen' };
      const { chatId } = await callRest<{ chatId: number }>(origin, 'POST /chats', { token: mia.token, json });
      await callRest(origin, `POST /chats/${chatId}/messages`, {
        token: zoe.token,
        json: { content: 'Zurek on Sunday?' },
      });

      // Searches one chat, and types the words without accents. The matching message is old, and many newer ones follow.
      const mias = await visit(`/messages?userId=${leo.userId}`, { as: mia, locale: locales[language] });
      await bubble(mias, 'Line 130.').waitFor();
      await mias.getByRole('button', { name: speak('blocks.options').replace('{{name}}', leo.userName) }).click();
      await mias.getByRole('menuitem', { name: speak('messages.find.inChat') }).click();
      const dialog = mias.getByRole('dialog');
      await dialog.getByRole('searchbox', { name: speak('messages.find.words') }).fill('zur');
      const found = dialog.getByRole('link');
      await found.locator('mark').getByText('żurek', { exact: true }).waitFor();
      await dialog.getByRole('searchbox', { name: speak('messages.find.words') }).fill('the zurek');
      await found.getByText(/^(Today|Hoy|Dzisiaj)$/i).waitFor();
      expect(await found.count()).toBe(1);
      expect(await accessibilityFaults(mias)).toEqual([]);
      await found.click();
      await expect.poll(() => focused(mias)).toContain('The żurek recipe');
      for (const near of ['Line 19.', 'Line 21.']) await bubble(mias, near).waitFor();
      expect(await bubble(mias, 'Line 130.').count()).toBe(0);
      // A message arrives while the page shows old messages, and is found at the end of the chat.
      await say(leo, mia, 'And I wait');
      await mias.getByRole('button', { name: speak('messages.toNewest') }).click();
      await bubble(mias, 'And I wait').waitFor();
      await bubble(mias, 'The żurek recipe').waitFor({ state: 'detached' });

      // Searches all chats with the search field of the list of chats.
      await mias.goto('/messages');
      await mias.getByRole('searchbox', { name: speak('messages.search') }).fill('żurek');
      const results = mias.getByRole('region', { name: speak('messages.find.found'), exact: true });
      await results.getByText('Kitchen').waitFor();
      await results.getByRole('link').filter({ hasText: leo.userName }).click();
      await expect.poll(() => focused(mias)).toContain('The żurek recipe');
      await mias.getByLabel(speak('messages.write')).fill('Found it');
      await mias.keyboard.press('Enter');
      await bubble(mias, 'Found it').waitFor();
      await expect
        .poll(() => bubble(mias, 'Found it').locator('[data-status]').getAttribute('data-status'))
        .toBe('sent');

      // Searches by day. All messages are of today, so the result is the first message of the chat.
      await mias.getByRole('button', { name: speak('blocks.options').replace('{{name}}', leo.userName) }).click();
      await mias.getByRole('menuitem', { name: speak('messages.find.inChat') }).click();
      const now = new Date();
      const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
      await dialog.getByLabel(speak('messages.find.day')).fill(today.join('-'));
      await dialog.getByRole('button', { name: speak('messages.find.go'), exact: true }).click();
      await expect.poll(() => focused(mias)).toContain('Line 1.');

      // Scrolling down from the first message loads newer messages until the newest is reached.
      const scroller = mias.getByRole('log').locator('xpath=..');
      await expect
        .poll(async () => {
          await scroller.evaluate((element) => element.scrollTo({ top: 0 }));
          return bubble(mias, 'Found it').count();
        })
        .toBe(1);
    },
  );
}
