import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { languagesFor, locales, translator, untranslated } from '../fixtures/words.ts';

const origin = inject('origin');

for (const language of languagesFor('pl')) {
  journey(`two members comment on a post: they reply, like, edit and delete, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const about = (key: string, name: string) => say(key).replace('{{name}}', name);
    const [nina, olek] = await createMembers(origin, 'nina', 'olek');
    await follow(origin, olek, nina);
    await post(origin, nina, 'Kto idzie?');
    const spoken = { origin, locale: locales[language] };
    const his = await visit('/home', { ...spoken, as: olek });
    const card = his.getByRole('article').filter({ hasText: 'Kto idzie?' });
    const field = card.getByLabel(say('comment.placeholder'));
    await field.fill('Ja, i Tomek');
    await field.press('Enter');
    const row = (text: string) => card.getByRole('listitem').filter({ hasText: text }).last();
    await row('Ja, i Tomek')
      .getByRole('button', { name: about('comment.replyTo', olek.userName) })
      .waitFor();

    // Nina opens the post from her notification, likes the comment and replies.
    const hers = await visit('/notification', { ...spoken, as: nina });
    await hers.getByRole('article').filter({ hasText: 'Ja, i Tomek' }).getByRole('link').click();
    const dialog = hers.getByRole('dialog');
    const like = dialog.getByRole('button', { name: new RegExp(`^${about('comment.like', olek.userName)}`) });
    await like.click();
    await dialog.getByRole('button', { name: about('comment.replyTo', olek.userName) }).click();
    const reply = dialog.getByRole('textbox', { name: about('comment.replyTo', olek.userName) });
    expect(await reply.evaluate((element) => element.matches(':focus'))).toBe(true);
    await reply.fill('To jest nas troje');
    await reply.press('Enter');
    await dialog.getByText('To jest nas troje').waitFor();
    expect(await accessibilityFaults(hers)).toEqual([]);

    // Nina's like and her reply appear live on the other member's page.
    await row('Ja, i Tomek').getByRole('button', { name: /, 1 / }).waitFor();
    await card.getByRole('button', { name: say('comment.showReplies_one').replace('{{count}}', '1') }).click();
    await row('To jest nas troje').waitFor();
    await row('To jest nas troje')
      .getByRole('button', { name: about('comment.replyTo', nina.userName) })
      .click();
    const further = card.getByRole('textbox', { name: about('comment.replyTo', nina.userName) });
    expect(await further.inputValue()).toBe(`@${nina.userName} `);
    await further.press('End');
    await further.pressSequentially('i pies');
    await further.press('Enter');
    await dialog.getByText('i pies').waitFor();
    const own = [nina.userName, olek.userName, 'Kto idzie?', 'Ja, i Tomek', 'To jest nas troje'];
    expect(await untranslated(his, language, [...own, `@${nina.userName}`, 'i pies'])).toEqual([]);

    await row('i pies')
      .getByRole('button', { name: about('comment.options', olek.userName) })
      .click();
    await his.getByRole('menuitem', { name: say('comment.editIt'), exact: true }).click();
    const editor = card.getByLabel(say('comment.edit'));
    await editor.fill('i dwa psy');
    await card
      .getByRole('listitem')
      .getByRole('button', { name: say('comment.save'), exact: true })
      .last()
      .click();
    await row('i dwa psy').getByText(say('comment.edited')).waitFor();
    await dialog.getByText('i dwa psy').waitFor();

    // After a comment is deleted, the replies to the comment remain.
    const options = card.getByRole('button', { name: about('comment.options', olek.userName) });
    await options.first().click();
    await his.getByRole('menuitem', { name: say('comment.deleteIt'), exact: true }).click();
    await dialog.getByText(say('comment.gone'), { exact: true }).waitFor({ timeout: 15_000 });
    await dialog.getByText('To jest nas troje').waitFor();
    expect(await accessibilityFaults(his)).toEqual([]);

    await his.goto('/notification');
    await his
      .getByRole('article')
      .filter({ hasText: about('notifications.replyOne', nina.userName) })
      .waitFor();
  });
}
