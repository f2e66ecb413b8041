import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, follow } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { languagesFor, locales, translateCount, translator, untranslated } from '../fixtures/words.ts';

const origin = inject('origin');

for (const language of languagesFor('pl'))
  journey(`a member chooses close friends, and writes a post for them, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const [ola, ben, eve] = await createMembers(origin, 'ola', 'ben', 'eve');
    for (const each of [ben, eve]) {
      await follow(origin, each, ola);
      await follow(origin, ola, each);
    }
    const own = [ola.userName, ben.userName, eve.userName, 'Tylko dla bliskich'];
    const options = { locale: locales[language], viewport: { width: 390, height: 844 } };
    const page = await visit('/home?popup=friends', { as: ola, ...options });
    const friends = page.getByRole('dialog', { name: say('home.friends') });
    await friends.getByRole('listitem').getByText(say('home.mutual')).first().waitFor();
    expect(await friends.getByRole('listitem').getByText(say('home.mutual')).count()).toBe(2);

    // The list of close friends is edited in a popup of the settings that has an address of its own.
    await page.goto('/settings/close-friends');
    const list = page.getByRole('dialog', { name: say('closeFriends.title') });
    const add = list.getByRole('button', { name: say('closeFriends.addNamed').replace('{{name}}', ben.userName) });
    const added = page.waitForResponse(/closeFriends\.add/);
    await add.click();
    expect((await added).status()).toBe(200);
    await list
      .getByRole('button', { name: say('closeFriends.removeNamed').replace('{{name}}', ben.userName) })
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await untranslated(page, language, own)).toEqual([]);

    // The form for a new post shows how many members will see the post, and lists them.
    await page.goto('/home?popup=compose');
    const sheet = page.getByRole('dialog', { name: say('composer.title') });
    await sheet.getByLabel(say('composer.text')).fill('Tylko dla bliskich');
    await sheet.getByRole('button', { name: say('audience.who') }).click();
    const choice = (key: string) => page.getByRole('menuitemradio', { name: new RegExp(`^${say(key)}`) });
    await choice('audience.friends')
      .getByText(translateCount(language, 'audience.people', 2))
      .waitFor();
    await choice('audience.close').click();
    await choice('audience.close')
      .getByText(translateCount(language, 'audience.people', 1))
      .waitFor();
    await page.getByRole('menuitem', { name: say('audience.showWho') }).click();
    await page.getByRole('menu').getByText(ben.userName).waitFor();
    await page.keyboard.press('Escape');
    await sheet.getByRole('button', { name: say('composer.submit'), exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('article').getByText(say('audience.close')).first().waitFor();

    // A close friend sees the post, but not that only close friends see it. Another member does not see the post.
    const bens = await visit('/home', { as: ben, ...options });
    const card = bens.getByRole('article').filter({ hasText: 'Tylko dla bliskich' });
    await card.waitFor();
    expect(await bens.getByText(say('audience.close')).count()).toBe(0);
    const eves = await visit(`/user/${ola.userName}`, { as: eve, ...options });
    await eves.getByText(say('post.noPosts')).waitFor();
    expect(await eves.getByText('Tylko dla bliskich').count()).toBe(0);
  });
