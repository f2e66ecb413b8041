import { expect } from 'vitest';
import { startApp } from '../fixtures/app.ts';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';
import { languagesFor, locales, translator, untranslated } from '../fixtures/words.ts';

for (const language of languagesFor('es')) {
  journey(`a comment and a message are reported, and the first member decides, in ${language}`, async ({ visit }) => {
    const app = await startApp();
    const say = translator(language);
    const { origin } = app;
    try {
      const [marta, pablo, lucia] = await createMembers(origin, 'marta', 'pablo', 'lucia');
      const people = [marta, pablo, lucia].map(({ userName }) => userName);
      const own = [...people, 'Hola', 'Compra ya', 'Dame dinero', 'Es publicidad', 'Molesta'];
      const postId = await post(origin, marta, 'Hola');
      await callRest(origin, 'POST /comments', {
        token: pablo.token,
        json: { userId: pablo.userId, postId, content: 'Compra ya' },
      });
      await callRest(origin, 'POST /messages', {
        token: pablo.token,
        json: { senderId: pablo.userId, receiverId: lucia.userId, content: 'Dame dinero' },
      });
      const spoken = { origin, locale: locales[language] };

      const reporter = await visit(`/user/${marta.userName}?post=${postId}`, { ...spoken, as: lucia });
      const button = reporter.getByRole('button', {
        name: say('comment.options').replace('{{name}}', pablo.userName),
      });
      await button.click();
      await reporter.getByRole('menuitem', { name: say('reports.report') }).click();
      const popup = reporter.getByRole('dialog', { name: say('reports.comment') });
      await popup.getByRole('button', { name: say('reports.send') }).click();
      await popup.getByText(say('reports.chooseReason')).waitFor();
      await popup.getByLabel(say('reports.spam')).check();
      await popup.getByLabel(say('reports.words')).fill('Es publicidad');
      expect(await accessibilityFaults(reporter)).toEqual([]);
      await popup.getByRole('button', { name: say('reports.send') }).click();
      await reporter.getByText(say('reports.sent')).first().waitFor();
      await popup.waitFor({ state: 'detached' });
      await expect.poll(() => button.and(reporter.locator(':focus')).count()).toBe(1);

      await reporter.goto(`/messages?userId=${pablo.userId}`);
      await reporter
        .getByRole('button', { name: /Dame dinero/ })
        .first()
        .click({ button: 'right' });
      await reporter.getByRole('menuitem', { name: say('reports.report') }).click();
      const second = reporter.getByRole('dialog', { name: say('reports.message') });
      await second.getByLabel(say('reports.harassment')).check();
      await second.getByRole('button', { name: say('reports.send') }).click();
      await second.waitFor({ state: 'detached' });

      const nonModerator = await visit('/moderation', { ...spoken, as: pablo, allow: /moderation\./ });
      await nonModerator.getByText(say('notFound.text')).first().waitFor();
      expect(await nonModerator.getByRole('link', { name: say('menu.moderation') }).count()).toBe(0);

      const page = await visit('/home', { ...spoken, as: marta });
      await page.getByRole('link', { name: say('menu.moderation') }).click();
      const cases = page.getByRole('article');
      await cases.nth(1).waitFor();
      expect(await cases.first().textContent()).toContain('Es publicidad');
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await untranslated(page, language, own)).toEqual([]);
      await cases.first().getByLabel(say('moderation.note')).fill('Molesta');
      await cases
        .first()
        .getByRole('button', { name: say('moderation.hide'), exact: true })
        .click();
      await page.getByRole('heading', { name: say('moderation.log') }).waitFor();
      await cases
        .first()
        .getByRole('button', { name: say('moderation.dismiss'), exact: true })
        .click();
      await page.getByText(say('moderation.none')).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);

      await reporter.goto('/notification');
      await reporter.getByText(say('notifications.reportActed')).waitFor();
      await reporter.getByText(say('notifications.reportKept')).waitFor();
      expect(await accessibilityFaults(reporter)).toEqual([]);
      await reporter.goto(`/user/${marta.userName}?post=${postId}`);
      await reporter.getByText(say('comment.empty')).waitFor();

      const decided = page.getByRole('listitem').filter({ hasText: 'Molesta' });
      await decided.getByRole('button', { name: say('moderation.undo') }).click();
      await decided.getByLabel(say('moderation.note')).fill('Fue un error.');
      expect(await accessibilityFaults(page)).toEqual([]);
      await decided.getByRole('button', { name: say('moderation.undoYes') }).click();
      await cases.first().waitFor();
      await reporter.reload();
      await reporter.getByText('Compra ya').waitFor();
      for (const each of [reporter, nonModerator, page]) await each.goto('about:blank');
    } finally {
      await app.stop();
    }
  });
}
