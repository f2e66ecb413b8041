import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { attachPicture, createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';
import { languagesFor, locales, translateCount, translator, untranslated } from '../fixtures/words.ts';

const origin = inject('origin');

for (const language of languagesFor('es')) {
  journey(`a post has its own page, as an overlay and by itself, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const [lola, paco] = await createMembers(origin, 'lola', 'paco');
    await follow(origin, paco, lola);
    const postId = await post(origin, lola, 'Nieve en abril');
    await attachPicture(origin, lola, postId, await testPhoto());
    for (const { token, userId } of [lola, paco])
      await callRest(origin, 'POST /likes', { token, json: { userId, postId } });
    const page = await visit('/home', { as: paco, locale: locales[language] });
    const card = page.getByRole('article').filter({ hasText: 'Nieve en abril' });
    const dialog = page.getByRole('dialog');
    const address = `/post/${postId}`;
    const at = (path: string) => expect.poll(() => new URL(page.url()).pathname).toBe(path);

    // The card names a friend who likes the post.
    await card.getByText(translateCount(language, 'likes.friendAnd', 1).replace('{{name}}', lola.userName)).waitFor();

    // The picture, the time and the number of comments open the post, and going back returns to the feed.
    for (const opener of [
      card.getByRole('img', { name: say('post.imageAlt').replace('{{name}}', lola.userName).split('{{')[0] ?? '' }),
      card.getByRole('link').filter({ has: page.locator('time') }),
      card.getByRole('link', { name: translateCount(language, 'post.comments', 0) }),
    ]) {
      await opener.click();
      await dialog.getByText(say('comment.empty')).waitFor();
      await at(address);
      expect(await page.title()).not.toContain('404');
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
      await at('/home');
    }

    // After a reload, the post is still a popup over the feed. In another tab, the same address shows the post as a page.
    await card.getByRole('link', { name: translateCount(language, 'post.comments', 0) }).click();
    await dialog.getByText(say('comment.empty')).waitFor();
    await page.reload();
    await dialog.getByText(say('comment.empty')).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const alone = await page.context().newPage();
    await alone.goto(`${origin}${address}`);
    await alone.getByRole('main').getByText('Nieve en abril').waitFor();
    expect(await alone.getByRole('dialog').count()).toBe(0);
    expect(await accessibilityFaults(alone)).toEqual([]);

    // The list of likers opens from the popup and from the page.
    for (const each of [page, alone]) {
      await each
        .getByRole('button', { name: translateCount(language, 'likes.who', 2) })
        .last()
        .click();
      const likers = each.getByRole('dialog', { name: say('likes.title') });
      await likers.getByRole('link', { name: lola.userName }).first().waitFor();
      await likers.getByRole('link', { name: paco.userName }).first().waitFor();
      expect(await accessibilityFaults(each)).toEqual([]);
      expect(await untranslated(each, language, [lola.userName, paco.userName, 'Nieve en abril'])).toEqual([]);
      await each.keyboard.press('Escape');
      await likers.waitFor({ state: 'detached' });
    }
    await at(address);
    await alone.close();

    // The page of a post that does not exist says so. For an address without a valid id, the server responds with 404.
    const gone = await visit('/post/999999999', { as: paco, locale: locales[language], allow: /404/ });
    await gone.getByText(say('post.gone')).waitFor();
    expect((await fetch(`${origin}/post/none`, { headers: { accept: 'text/html' } })).status).toBe(404);
  });
}

for (const language of languagesFor('en')) {
  journey(`Home remembers the read position on every device, in ${language}`, async ({ visit }) => {
    const mark = translator(language)('home.readHere');
    const locale = locales[language];
    const [zoe, yan] = await createMembers(origin, 'zoe', 'yan');
    await follow(origin, zoe, yan);
    await post(origin, yan, 'Read before');
    const page = await visit('/home', { as: zoe, locale });
    await page.getByRole('article').filter({ hasText: 'Read before' }).waitFor();
    expect(await page.getByText(mark).count()).toBe(0);
    type Session = { user: { feedReadAt: string | null } };
    const read = async () =>
      (await callRest<Session>(origin, 'GET /auth/session', { token: zoe.token })).user.feedReadAt;
    await expect.poll(read, { timeout: 15_000 }).not.toBeNull();
    await post(origin, yan, 'New since then');
    const other = await visit('/home', { as: zoe, locale });
    const line = other.getByText(mark);
    await line.waitFor();
    const top = async (text: string) =>
      (await other.getByRole('article').filter({ hasText: text }).boundingBox())?.y ?? Number.NaN;
    const at = (await line.boundingBox())?.y ?? Number.NaN;
    expect(at).toBeGreaterThan(await top('New since then'));
    expect(at).toBeLessThan(await top('Read before'));
    expect(await accessibilityFaults(other)).toEqual([]);
  });
}
