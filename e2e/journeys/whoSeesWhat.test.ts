import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, follow, type Member, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';
import { languagesFor, locales, translateCount, translator } from '../fixtures/words.ts';

const origin = inject('origin');

/** Inserts a member's name into a text. */
const of = (text: string, name: string) => text.replace('{{name}}', name);

const befriend = async (one: Member, other: Member) => {
  await follow(origin, one, other);
  await follow(origin, other, one);
};

/** Opens a menu by keyboard and chooses radio items one after the other. A choice does not close the menu. */
async function choose(page: Page, trigger: RegExp, choices: string[]): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: trigger }).press('Enter');
  const menu = page.getByRole('menu');
  await menu.waitFor();
  for (const choice of choices) {
    const [group, item] = choice.split(' / ') as [string, string];
    const radio = menu.getByRole('group', { name: group }).getByRole('menuitemradio', { name: new RegExp(`^${item}`) });
    await radio.focus();
    await page.keyboard.press('Enter');
    expect(await radio.getAttribute('aria-checked')).toBe('true');
  }
  expect(await accessibilityFaults(page, '[role=menu]')).toEqual([]);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
}

for (const language of languagesFor('pl')) {
  journey(
    `a private account gets requests, also withdrawn ones, accepts, declines, and removes a follower, in ${language}`,
    async ({ visit }) => {
      const say = translator(language);
      const [ola, ben] = await createMembers(origin, 'ola', 'ben');
      await post(origin, ola, 'Tylko dla swoich');
      const own = await visit('/account?popup=privacy', { as: ola, locale: locales[language] });
      const settings = own.getByRole('dialog');
      await settings.getByLabel(say('privacy.private')).check();
      await settings.getByText(say('privacy.privateNote')).waitFor();
      expect(await accessibilityFaults(own)).toEqual([]);
      await settings.getByRole('button', { name: say('privacy.submit') }).click();
      await settings.waitFor({ state: 'detached' });
      await own.goto('/notification');

      const page = await visit(`/user/${ola.userName}`, { as: ben, locale: locales[language] });
      await page.getByText(say('profile.closed')).waitFor();
      expect(await page.getByText('Tylko dla swoich').count()).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      const button = (key: string) => page.getByRole('main').getByRole('button', { name: say(key), exact: true });
      await button('profile.follow').click();
      await button('profile.requested').waitFor();
      await page.getByText(of(say('profile.closedAsked'), ola.userName)).waitFor();

      const asks = own.getByRole('region', { name: say('requests.title') });
      await asks.getByText(ben.userName).waitFor();
      // Requests are listed under All and Follows only.
      const filter = (key: string) => own.getByRole('button', { name: say(`notifications.${key}`), exact: true });
      await filter('likes').click();
      await asks.waitFor({ state: 'detached' });
      await filter('follow').click();
      await asks.getByText(ben.userName).waitFor();
      await own
        .getByRole('navigation')
        .getByText(translateCount(language, 'menu.unread', 1))
        .first()
        .waitFor();
      expect(await accessibilityFaults(own)).toEqual([]);

      await button('profile.requested').click();
      await button('profile.follow').waitFor();
      await asks.waitFor({ state: 'detached' });

      await button('profile.follow').click();
      await asks.getByRole('button', { name: of(say('requests.acceptNamed'), ben.userName) }).click();
      await button('profile.followed').waitFor();
      await page.getByRole('button', { name: /Tylko dla swoich/ }).waitFor();

      await own.goto('/account?popup=followers');
      await own.getByRole('button', { name: of(say('profile.removeFollower'), ben.userName) }).click();
      const question = own.getByRole('alertdialog');
      await question.waitFor();
      expect(await accessibilityFaults(own)).toEqual([]);
      await question.getByRole('button', { name: say('profile.removeYes'), exact: true }).click();
      await own.getByRole('link', { name: ben.userName }).waitFor({ state: 'detached' });
      // A member is not notified of being removed as a follower or of a declined request, so the page shows it after a reload.
      await page.reload();
      await page.getByText(say('profile.closed')).waitFor();
      expect(await page.getByText('Tylko dla swoich').count()).toBe(0);

      // Waits for the live stream, because a follow request that is sent before the stream opens would not appear live.
      const stream = own.waitForResponse(/live\.stream/);
      await own.goto('/notification');
      await stream;
      await button('profile.follow').click();
      await asks.getByRole('button', { name: of(say('requests.declineNamed'), ben.userName) }).click();
      await asks.waitFor({ state: 'detached' });
      await page.reload();
      await button('profile.follow').waitFor();
    },
  );
}

for (const language of languagesFor('es')) {
  journey(`the audience of a post is chosen, remembered, and narrowed live, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const [ana, ben, cal] = await createMembers(origin, 'ana', 'ben', 'cal');
    await befriend(ana, ben);
    await follow(origin, cal, ana);
    const page = await visit('/account', { as: ana, locale: locales[language] });
    const write = page.getByRole('navigation').getByRole('button', { name: say('menu.add') });
    const dialog = page.getByRole('dialog');
    await write.click();
    const trigger = new RegExp(say('audience.who'));
    await choose(page, trigger, [
      `${say('audience.who')} / ${say('audience.friends')}`,
      `${say('audience.comments')} / ${say('audience.nobody')}`,
    ]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('textbox').first().fill('Solo para amigos');
    // The chosen audience is stored with the draft.
    await page.reload();
    await dialog
      .getByRole('button', { name: trigger })
      .filter({ hasText: say('audience.friends') })
      .waitFor();
    await dialog.getByRole('button', { name: say('composer.submit'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const tile = page.getByRole('button', { name: /Solo para amigos/ });
    await tile.waitFor();
    await write.click();
    await dialog
      .getByRole('button', { name: trigger })
      .filter({ hasText: say('audience.friends') })
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    const stranger = await callRest<unknown[]>(origin, `GET /users/${ana.userId}/posts`, { token: cal.token });
    expect(stranger).toEqual([]);
    // The browser itself logs the 404 of the deleted post to the console.
    const friend = await visit('/home', { as: ben, locale: locales[language], allow: /status of 404.*posts\.byId/ });
    const card = friend.getByRole('article').filter({ hasText: 'Solo para amigos' });
    await card
      .getByText(new RegExp(`${say('audience.friends')}$`))
      .first()
      .waitFor();
    await card.getByText(say('comment.closed')).waitFor();
    expect(await card.getByRole('textbox').count()).toBe(0);
    expect(await accessibilityFaults(friend)).toEqual([]);

    await tile.click();
    await choose(page, trigger, [`${say('audience.who')} / ${say('audience.private')}`]);
    await dialog.getByRole('button', { name: say('common.save') }).click();
    await card.waitFor({ state: 'detached' });
    await tile.click();
    await dialog
      .getByRole('button', { name: trigger })
      .filter({ hasText: say('audience.private') })
      .waitFor();
  });
}

for (const language of languagesFor('en')) {
  journey(`a member is blocked from their page, and unblocked in the settings, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const [ada, max] = await createMembers(origin, 'ada', 'max');
    await befriend(ada, max);
    await post(origin, max, 'Max was here');
    const page = await visit('/home', { as: ada, locale: locales[language], allow: /status of 404/ });
    const theirs = page.getByRole('article').filter({ hasText: 'Max was here' });
    await theirs.getByRole('link', { name: max.userName }).first().click();
    await page.waitForURL(`**/user/${max.userName}`);
    const menu = page.getByRole('button', { name: of(say('blocks.options'), max.userName) });
    const dialog = page.getByRole('alertdialog', { name: of(say('blocks.block'), max.userName) });
    const ask = async () => {
      await menu.press('Enter');
      await page.getByRole('menuitem', { name: of(say('blocks.block'), max.userName) }).press('Enter');
      await dialog.waitFor();
    };
    await ask();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await menu.evaluate('document.activeElement?.getAttribute("aria-haspopup")')).toBe('menu');
    await ask();
    await dialog.getByRole('button', { name: say('blocks.blockYes'), exact: true }).click();
    await page.waitForURL('**/home');
    await page.getByText(of(say('blocks.blocked'), max.userName)).waitFor();
    await theirs.waitFor({ state: 'detached' });

    await page.goto('/account?popup=privacy');
    const blocks = page.getByRole('region', { name: say('blocks.blocks') });
    await blocks.getByText(max.userName).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await blocks.getByRole('button', { name: of(say('blocks.unblockNamed'), max.userName) }).click();
    await blocks.getByText(say('blocks.noBlocks')).waitFor();
    await page.goto(`/user/${max.userName}`);
    await page.getByRole('button', { name: say('profile.follow'), exact: true }).waitFor();
  });
}

for (const language of languagesFor('es')) {
  journey(`a member is muted from a card, and unmuted, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const [eva, leo] = await createMembers(origin, 'eva', 'leo');
    await follow(origin, eva, leo);
    await post(origin, leo, 'Leo habla sin parar');
    const page = await visit('/home', { as: eva, locale: locales[language] });
    const theirs = page.getByRole('article').filter({ hasText: 'Leo habla sin parar' });
    await theirs.getByRole('button', { name: say('post.options') }).click();
    await page.getByRole('menuitem', { name: of(say('blocks.mute'), leo.userName) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: say('blocks.week') }).click();
    await theirs.waitFor({ state: 'detached' });
    await page.goto('/account?popup=privacy');
    const mutes = page.getByRole('region', { name: say('blocks.mutes') });
    await mutes.getByText(say('blocks.until').split('{{')[0] as string).waitFor();
    await mutes.getByRole('button', { name: of(say('blocks.unmuteNamed'), leo.userName) }).click();
    await mutes.getByText(say('blocks.noMutes')).waitFor();
    await page.goto('/home');
    await theirs.waitFor();
  });
}

for (const language of languagesFor('pl')) {
  journey(
    `a deleted comment is restored by Undo, and disappears live when deleted for good, in ${language}`,
    async ({ visit }) => {
      const say = translator(language);
      const [iga, jan] = await createMembers(origin, 'iga', 'jan');
      await follow(origin, jan, iga);
      const postId = await post(origin, iga, 'Kto ma łódkę?');
      for (const content of ['Ja mam', 'A ja nie']) {
        await callRest(origin, 'POST /comments', { token: jan.token, json: { userId: jan.userId, postId, content } });
      }
      const page = await visit(`/post/${postId}`, { as: iga, locale: locales[language] });
      const dialog = page.getByRole('main');
      const theirs = await visit(`/post/${postId}`, { as: jan, locale: locales[language] });
      const rows = dialog.getByRole('list', { name: say('comment.list') }).getByRole('listitem');
      const remove = async (content: string) => {
        const options = of(say('comment.options'), jan.userName);
        await rows.filter({ hasText: content }).getByRole('button', { name: options }).click();
        await page.getByRole('menuitem', { name: say('comment.deleteIt') }).click();
      };
      await remove('Ja mam');
      await rows.filter({ hasText: 'Ja mam' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: say('common.undo') }).click();
      await rows.filter({ hasText: 'Ja mam' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await remove('A ja nie');
      await rows.filter({ hasText: 'A ja nie' }).waitFor({ state: 'detached' });
      const read = () => callRest<{ content: string }[]>(origin, `GET /comments/post/${postId}`, { token: jan.token });
      expect(await read()).toHaveLength(2);
      // The page sends a deletion after five seconds, in which it can be undone, or at once when the member leaves the page.
      await page.goto('/login');
      await theirs.getByRole('main').getByText('A ja nie').waitFor({ state: 'detached' });
      expect((await read()).map(({ content }) => content)).toEqual(['Ja mam']);
    },
  );
}
