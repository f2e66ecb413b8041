import { expect } from 'vitest';
import type { Member } from '../fixtures/cast.ts';
import { popup, popupFaults, type Screen } from './screen.ts';

/** The members and posts that the tests in each engine use. */
export interface Community {
  ada: Member;
  ben: Member;
  /** A member who follows `ada` and `ben`, and is in a group with them. */
  cleo: Member;
  /** The id of a post with a picture and a long caption, by a member whom the visiting member follows. */
  pictured: number;
  /** The id of a post by the visiting member. */
  own: number;
  photo: string;
}

type OnPopup = (name: string) => Promise<void>;

/** Opens, checks and closes every popup. `onPopup` is called while a popup is open, and may take a screenshot. */
export async function walkPopups(
  screen: Screen,
  { ben, pictured, own, photo }: Community,
  onPopup?: OnPopup,
): Promise<void> {
  const check = async (name: string) => {
    await screen.sees(popup);
    expect(await popupFaults(screen), name).toEqual([]);
    await onPopup?.(name);
  };
  const leave = async (back?: string) => {
    await screen.tab.press('Escape');
    await (back ? screen.sees('h2', screen.say(back)) : screen.seesNo(popup));
  };
  const visit = async (path: string) => {
    await screen.go(path);
    await check(path);
    await leave();
  };

  await screen.go('/account?popup=settings');
  await check('settings');
  for (const row of ['personal', 'privacy', 'notifications', 'helpCenter', 'contact', 'terms', 'editProfile']) {
    await screen.press(`settings.${row}`);
    await screen.sees('h2', screen.say(`settings.${row}`));
    await check(row);
    if (row !== 'editProfile') await leave('settings.title');
  }
  await screen.choose(photo);
  await screen.sees('h2', screen.say('crop.title'));
  await check('crop');
  await leave('settings.editProfile');
  await screen.press('editProfile.delete');
  await screen.sees('h2', screen.say('deletion.title'));
  await check('delete-account');
  await leave('settings.editProfile');
  await leave('settings.title');
  await leave();

  await visit('/account?popup=compose');
  await visit('/account?popup=followers');
  await visit('/account?popup=following');
  await screen.go(`/user/${ben.userName}`);
  const tile = ':is([role=listitem], li) button:has(img)';
  await screen.sees('h1', ben.userName);
  await screen.sees(tile);
  await screen.tab.evaluate(`void document.querySelector(${JSON.stringify(tile)}).click()`);
  await screen.arrives(`/post/${pictured}`);
  await screen.sees(popup);
  await check('post');
  await leave();
  await screen.go(`/post/${own}?edit=true`);
  await check('editor');
  await screen.press('editor.delete');
  await screen.reads(screen.say('editor.confirm'));
  await check('confirm');
  await leave('editor.title');
  await leave();
  await screen.go(`/user/${ben.userName}`);
  const named = (key: string) => screen.say(key).replace('{{name}}', ben.userName);
  for (const item of ['blocks.mute', 'reports.user', 'blocks.block']) {
    await screen.pressNamed(named('blocks.options'));
    await screen.pressNamed(named(item));
    await check(item);
    await leave();
  }
  await visit('/home?popup=friends');
  await visit('/notification?popup=compose');
}

/** Expects the feed to show posts of followed members with their pictures. */
export async function readFeed(screen: Screen): Promise<void> {
  await screen.go('/home');
  await screen.sees('[role=feed] article');
  await expect
    .poll(() =>
      screen.tab.evaluate(
        `Math.max(...[...document.querySelectorAll('article img')].map((each) => each.naturalWidth))`,
      ),
    )
    .toBeGreaterThan(100);
}

/** Writes a post of several lines with a picture, and finds the post in the grid of the member's own posts. */
export async function compose(screen: Screen, { photo }: Community, words: string): Promise<void> {
  await screen.go('/account');
  await screen.press('menu.add');
  await screen.sees('h2', screen.say('composer.title'));
  const before = await screen.heightOf('composer.text');
  await screen.fill('composer.text', `${words}${'\nand another line'.repeat(9)}`);
  expect(await screen.heightOf('composer.text')).toBeGreaterThan(before + 40);
  await screen.choose(photo);
  await screen.sees('li img');
  await screen.press('composer.submit');
  await screen.seesNo(popup);
  await screen.sees('button img');
  await screen.reads(screen.say('composer.success'));
}

/** Two people chat in their own windows, and see each message arrive live. */
export async function chat(mine: Screen, theirs: Screen, { ada, ben }: Community, words: string): Promise<void> {
  await theirs.open(`/messages?userId=${ada.userId}`);
  await mine.go(`/messages?userId=${ben.userId}`);
  const before = await mine.heightOf('messages.write');
  await mine.fill('messages.write', `${words}, ${'which cannot stand in one line '.repeat(5)}`);
  expect(await mine.heightOf('messages.write')).toBeGreaterThan(before + 10);
  await mine.tab.press('Enter');
  await theirs.reads(words);
  await theirs.fill('messages.write', `I read ${words}`);
  await theirs.press('messages.send');
  await mine.reads(`I read ${words}`);
}

/** Logs out in the settings, and expects the session to have ended. */
export async function logOut(screen: Screen): Promise<void> {
  await screen.go('/account?popup=settings');
  await screen.press('settings.logOut');
  await screen.arrives('/login');
  await screen.sees('button', screen.say('login.submit'));
  await screen.open('/home');
  await screen.arrives('/login');
  await screen.sees('button', screen.say('login.submit'));
}
