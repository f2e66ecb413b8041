import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { cast, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { done } from '../fixtures/rest.ts';
import { locales, toldIn, words } from '../fixtures/words.ts';

const origin = inject('origin');
const card = (page: Page, name: string) => page.locator('[data-bubble]').getByRole('link', { name });

for (const language of toldIn('es')) {
  const text = words(language);
  journey(`a post is sent into a chat from its menu, for those who may see it, in ${language}`, async ({ visit }) => {
    const [vera, bruno, cleo] = await cast(origin, 'vera', 'bruno', 'cleo');
    for (const who of [bruno, cleo]) await follow(origin, vera, who);
    await follow(origin, bruno, vera);
    const postId = await post(origin, vera, 'First tomatoes!');
    const json = { caption: 'First tomatoes!', audience: 'friends' };
    await done(origin, `PATCH /posts/${postId}`, { token: vera.token, json });
    const group = { userIds: [bruno.userId, cleo.userId], name: 'Garden' };
    const { chatId } = await done<{ chatId: number }>(origin, 'POST /chats', {
      token: vera.token,
      json: group,
    });

    const veras = await visit(`/post/${postId}`, { as: vera, locale: locales[language] });
    await veras
      .getByRole('button', { name: text('post.options') })
      .first()
      .click();
    await veras.getByRole('menuitem', { name: text('postInChat.send') }).click();
    const dialog = veras.getByRole('dialog').last();
    await dialog.getByLabel('Garden').check();
    expect(await accessibilityFaults(veras)).toEqual([]);
    await dialog.getByRole('button', { name: text('messages.send'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    const brunos = await visit(`/messages?chatId=${chatId}`, { as: bruno, locale: locales[language] });
    const cleos = await visit(`/messages?chatId=${chatId}`, { as: cleo, locale: locales[language] });
    const by = text('postInChat.by').replace('{{name}}', vera.userName);
    await card(brunos, by).getByText('First tomatoes!').waitFor();
    await cleos.getByText(text('postInChat.away')).waitFor();
    expect(await card(cleos, by).count()).toBe(0);
    for (const page of [brunos, cleos]) expect(await accessibilityFaults(page)).toEqual([]);
    await card(brunos, by).click();
    await brunos.waitForURL(`**/post/${postId}`);
    await brunos.getByRole('dialog').getByText('First tomatoes!').waitFor();
  });
}
