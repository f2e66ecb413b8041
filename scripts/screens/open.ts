import type { Locator, Page } from 'playwright-core';
import { film } from '../../e2e/fixtures/film.ts';
import { translate } from '../../e2e/fixtures/translations.ts';
import { pictureOf } from '../seed/pictures.ts';
import type { Language } from './shots.ts';

/** Brings a page into the state of which a screenshot is taken, such as an open menu. */
export type Open = (page: Page, language: Language) => Promise<void>;

/** Taps the target if the viewport is as narrow as a phone's, and clicks it otherwise. */
const hit = (target: Locator): Promise<void> =>
  (target.page().viewportSize()?.width ?? 0) < 700 ? target.tap() : target.click();

/** Taps or clicks the first match of a selector. */
export const tap =
  (selector: string): Open =>
  (page) =>
    hit(page.locator(selector).first());

/** Waits until there is a match of a selector, whose code or data are loaded late. */
export const waitFor =
  (selector: string): Open =>
  (page) =>
    page.locator(selector).first().waitFor();

/** Waits for what is new today, which arrives after the feed. */
export const showToday: Open = (page, language) =>
  page.getByRole('region', { name: translate(language, 'today.title') }).waitFor();

/** Fills the first match of a selector with the text in the page's language. */
const fill =
  (selector: string, texts: Record<Language, string>): Open =>
  (page, language) =>
    page.locator(selector).first().fill(texts[language]);

/** Runs several actions in order. */
export const inTurn =
  (...steps: Open[]): Open =>
  async (page, language) => {
    for (const step of steps) await step(page, language);
  };

/** Presses, for each of these translation keys in order, the first control with that name. A placeholder matches any text. */
export const press =
  (...keys: string[]): Open =>
  async (page, language) => {
    // Playwright compares names with ordinary spaces in place of non-breaking ones.
    const literal = (part: string) => RegExp.escape(part.replaceAll('\u00a0', ' '));
    for (const key of keys) {
      const parts = translate(language, key).split(/\{\{\w+\}\}/);
      const name = new RegExp(`^${parts.map(literal).join('.*')}$`);
      const named = (role: 'button' | 'menuitem' | 'tab') => page.getByRole(role, { name });
      await hit(named('button').or(named('menuitem')).or(named('tab')).first());
    }
  };

const attach =
  (...names: string[]): Open =>
  async (page) => {
    const files = names.map(async (name) => ({ name, mimeType: 'image/webp', buffer: await pictureOf(name) }));
    await page.locator('input[type=file]').setInputFiles(await Promise.all(files));
  };

const writeCaption = fill('[role=dialog] textarea', {
  en: 'The lake was so still that nobody wanted to be first. #lake #morning',
  es: 'El lago estaba tan quieto que nadie quería ser el primero. #lago #mañana',
  pl: 'Jezioro było tak spokojne, że nikt nie chciał wejść pierwszy. #jezioro #poranek',
});

export const writePost = inTurn(writeCaption, attach('lake-dusk.webp'));
export const writeSeveral = inTurn(
  writeCaption,
  attach('lake-dusk.webp', 'lake-noon.webp', 'sea-dawn.webp', 'town.webp'),
);

/** Chooses a video that the page itself records, and opens the dialog that cuts it. */
export const writeVideo: Open = async (page, language) => {
  await writeCaption(page, language);
  await page.locator('input[type=file]').setInputFiles(await film(page, 'lake.webm'));
  await page.locator('[role=dialog] li img').waitFor();
  await hit(page.locator('[role=dialog] li button').first());
  await page.locator('[role=dialog] fieldset img').nth(7).waitFor();
};

/** Records a voice message of a second, and shows it before it is sent. */
export const recordVoice: Open = async (page, language) => {
  await page.getByRole('button', { name: translate(language, 'voice.record') }).focus();
  await page.keyboard.press('Enter');
  // Ten values of the loudness are a second.
  const levels = page.locator('[data-levels]');
  while (Number(await levels.getAttribute('data-levels')) < 10) await page.waitForTimeout(100);
  await page.keyboard.press('Enter');
  await page.locator('form [role=slider]').waitFor();
};

export const writeComment = fill('article form textarea', {
  en: 'I would have been first.',
  es: 'Yo me habría tirado.',
  pl: 'Ja bym wskoczyła.',
});

export const writeName: Open = async (page) => {
  await page.locator('[role=dialog] textarea').pressSequentially('@t');
  await page.getByRole('option').first().waitFor();
};

export const setExpiry: Open = async (page) => {
  await page.locator('[role=dialog] button[aria-haspopup=menu]').last().click();
  await page.getByRole('menuitemradio').last().click();
};

export const openFirstPost: Open = async (page) => {
  await hit(page.locator('main button.aspect-square').first());
  await page.locator('[role=dialog]').waitFor();
};

/** Opens the first post with several pictures, as an overlay over the list. Newer posts may have none, so the list is scrolled to it. */
export const openCard: Open = async (page) => {
  const picture = page.locator('main article li img').first();
  for (let steps = 0; steps < 50 && (await picture.count()) === 0; steps += 1) {
    await page.evaluate('scrollBy(0, innerHeight)');
    await page.waitForTimeout(200);
  }
  await hit(picture);
};

export const openFirstPicture: Open = async (page, language) => {
  await inTurn(openCard, tap('[role=dialog] article li img'))(page, language);
  await page.locator('.pswp img').first().waitFor();
};

/** Opens the address of the open overlay as a page of its own, as a link from elsewhere does. */
export const openAsPage: Open = async (page) => {
  const address = page.url();
  // From another page, because the browser treats the address of the current one as a reload, which shows the overlay again.
  await page.goto('about:blank');
  await page.goto(address);
};

export const scrollDown: Open = async (page) => {
  await page.mouse.move(300, 500);
  await page.mouse.wheel(0, 2_000);
};

/**
 * Opens the menu of the last message by a right click near the edge of the message, because links have the browser's own menu.
 * The selector skips notes about changes of a group, which have no menu.
 */
export const openMessage: Open = async (page) => {
  await page
    .locator('main div[data-bubble]')
    .last()
    .click({ button: 'right', position: { x: 6, y: 24 } });
};

/** Types into the search field of a screen or a dialog. */
export const search =
  (query: string): Open =>
  (page) =>
    page.locator('main input[type=search], [role=dialog] input[type=search]').last().pressSequentially(query);
