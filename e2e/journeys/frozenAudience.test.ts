import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, follow, type Member } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { languagesFor, locales, translator, untranslated } from '../fixtures/words.ts';

const origin = inject('origin');

async function befriend(one: Member, other: Member): Promise<void> {
  await follow(origin, one, other);
  await follow(origin, other, one);
}

for (const language of languagesFor('pl'))
  journey(`a post is shared with current friends only, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const [ola, ben, eve] = await createMembers(origin, 'ola', 'ben', 'eve');
    await befriend(ola, ben);
    const options = { locale: locales[language], viewport: { width: 390, height: 844 } };
    const caption = 'Dla tych, którzy tu są';
    const frozen = say('audience.frozen').replace('{{audience}}', say('audience.friends'));

    const page = await visit('/home?popup=compose', { as: ola, ...options });
    const sheet = page.getByRole('dialog', { name: say('composer.title') });
    await sheet.getByLabel(say('composer.text')).fill(caption);
    await sheet.getByRole('button', { name: say('audience.who') }).click();
    const later = page.getByRole('menuitemcheckbox', { name: say('audience.later') });
    expect(await later.count()).toBe(0);
    await page
      .getByRole('menuitemradio', { name: new RegExp(`^${say('audience.friends')} ${say('audience.friendsHint')}`) })
      .click();
    expect(await later.getAttribute('aria-checked')).toBe('true');
    await later.click();
    await page.getByText(say('audience.frozenHint')).waitFor();
    expect(await accessibilityFaults(page, '[role=menu]')).toEqual([]);
    expect(await untranslated(page, language, [ola.userName, ben.userName, caption])).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet
      .getByRole('button', { name: say('audience.who') })
      .getByText(frozen)
      .waitFor();
    await sheet.getByRole('button', { name: say('composer.submit'), exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    const own = page.getByRole('article').filter({ hasText: caption });
    await own.getByText(frozen).waitFor();

    // Ben, a friend from before the post, sees the post and that it is for friends. Eve, a friend added later, does not see it.
    await befriend(ola, eve);
    const bens = await visit('/home', { as: ben, ...options });
    const card = bens.getByRole('article').filter({ hasText: caption });
    await card.getByText(say('audience.friends')).first().waitFor();
    expect(await card.getByText(frozen).count()).toBe(0);
    const eves = await visit(`/user/${ola.userName}`, { as: eve, ...options });
    await eves.getByText(say('post.noPosts')).waitFor();

    // When the audience is unfrozen in the editor, both friends see the post.
    await own.getByRole('button', { name: say('post.options') }).click();
    await page.getByRole('menuitem', { name: say('post.edit') }).click();
    const editor = page.getByRole('dialog', { name: say('editor.title') });
    await editor.getByRole('button', { name: say('audience.who') }).click();
    expect(await later.getAttribute('aria-checked')).toBe('false');
    await later.click();
    await page.keyboard.press('Escape');
    await editor.getByRole('button', { name: say('common.save') }).click();
    await editor.waitFor({ state: 'detached' });
    await eves.goto('/home');
    await eves.getByRole('article').filter({ hasText: caption }).waitFor();
  });
