import { writeFile } from 'node:fs/promises';
import type { Member } from '../fixtures/cast.ts';
import { type Language, translator } from '../fixtures/translations.ts';
import { type Person, pause, type Tab, waitFor } from './driver.ts';

const quoted = (text: string): string => JSON.stringify(text);

/** An expression for the visible element with this accessible name. If several match, it is the last one, which is on top. */
const elementExpression = (selector: string, name = ''): string =>
  `((selector, name) => [...document.querySelectorAll(selector)].findLast((each) => {
    const plain = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
    const names = [each.getAttribute('aria-label'), each.labels?.[0]?.textContent, each.textContent].map(plain);
    const hidden = each.closest('[inert], [aria-hidden="true"]') || !each.checkVisibility({ visibilityProperty: true });
    return !hidden && (!name || names.includes(plain(name)));
  }))(${quoted(selector)}, ${quoted(name)})`;

const button = 'button, a, [role=button], [role=menuitem]';
const field = 'input, textarea';
export const popup = '[role=dialog], [role=alertdialog]';

/** An expression that finishes all finite animations, and is true if none were running. */
const finishAnimations = `document.getAnimations().filter((each) => each.playState === 'running' &&
  each.effect?.getComputedTiming().endTime !== Infinity).map((each) => each.finish()).length === 0`;

/** Operations on a window that shows Kith in one language. Controls are found by the translation key of their name. */
export function screenOf(tab: Tab, origin: string, language: Language) {
  const say = translator(language);
  const sees = (selector: string, name?: string) =>
    waitFor(() => tab.evaluate<boolean>(`Boolean(${elementExpression(selector, name)})`), `${selector} ${name ?? ''}`);
  /** Waits until the element exists and does not move, because a click on a moving element misses. */
  const find = async (selector: string, name?: string) => {
    await sees(selector, name);
    await waitFor(() => tab.evaluate<boolean>(finishAnimations), 'rest on the page');
    return elementExpression(selector, name);
  };
  /** Clicks a control. Retries if the page moves or replaces the control before the click. */
  const press = async (name: string): Promise<void> => {
    await waitFor(async () => {
      const target = await find(button, name);
      // WebKit's driver does not scroll inside a popup.
      await tab.evaluate(`void ${target}.scrollIntoView({ block: 'nearest' })`);
      return tab.click(target).then(
        () => true,
        (error: Error) => {
          if (/not interactable|stale element|intercepted/.test(error.message)) return false;
          throw error;
        },
      );
    }, `way to press ${name}`);
  };
  return {
    tab,
    say,
    sees,
    seesNo: (selector: string, name?: string) =>
      waitFor(
        () => tab.evaluate<boolean>(`!${elementExpression(selector, name)}`),
        `page without ${selector} ${name ?? ''}`,
      ),
    reads: (text: string) =>
      waitFor(() => tab.evaluate<boolean>(`document.body.innerText.includes(${quoted(text)})`), `text “${text}”`),
    /** Waits for the address, and for its page to be loaded: Firefox refuses to leave a page that is still loading. */
    arrives: (path: string) =>
      waitFor(
        () => tab.evaluate<boolean>(`location.pathname === ${quoted(path)} && document.readyState === 'complete'`),
        `way to ${path}`,
      ),
    open: (path: string) => tab.open(origin + path),
    /** Navigates without reloading the page, as a link of the app does. */
    go: (path: string) => tab.evaluate(`void history.pushState(null, '', ${quoted(path)})`),
    press: (key: string) => press(say(key)),
    pressNamed: press,
    fill: async (key: string, text: string) => tab.type(await find(field, say(key)), text),
    fillNamed: async (name: string, text: string) => tab.type(await find(field, name), text),
    choose: (path: string) => tab.choose(`[...document.querySelectorAll('input[type=file]')].at(-1)`, path),
    /** Returns the height of a field, in CSS pixels. */
    heightOf: async (key: string) => tab.evaluate<number>(`${await find(field, say(key))}.clientHeight`),
    keepPicture: async (file: string) => writeFile(file, await tab.picture()),
  };
}

export type Screen = ReturnType<typeof screenOf>;

/** An expression for the layout faults of the topmost popup, such as a body without height, or an element that covers it. */
const faultsExpression = `(() => {
  const dialog = [...document.querySelectorAll(${quoted(popup)})].findLast((each) => each.checkVisibility({ visibilityProperty: true }));
  if (!dialog) return ['no popup'];
  const body = [...dialog.children].find((each) => getComputedStyle(each).overflowY === 'auto');
  const { left, top, right, bottom, width, height } = dialog.getBoundingClientRect();
  const inside = body.getBoundingClientRect();
  const [x, y] = [inside.left + inside.width / 2, inside.top + inside.height / 2];
  // A phone shows popups as full-height sheets, except for short confirmations, which are centred.
  const sheet = innerWidth < 700 && dialog.role !== 'alertdialog' && height > innerHeight / 2;
  return [
    inside.height < 56 && 'the body is ' + inside.height + ' px high',
    !body.contains(document.elementFromPoint(x, y)) && 'something else lies where its middle is',
    !body.innerText.trim() && !body.querySelector('input, textarea, canvas') && 'nothing is in it',
    body.scrollWidth > body.clientWidth && 'it scrolls sideways',
    [...body.querySelectorAll('fieldset:last-child')].some((each) =>
      each.parentElement.getBoundingClientRect().bottom - each.getBoundingClientRect().bottom > 24,
    ) && 'a hole is below a group of fields',
    (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) && 'it leaves the window',
    sheet && width < document.querySelector('[data-scroll-lock]').clientWidth && 'the sheet is ' + width + ' px wide',
  ].filter(Boolean);
})()`;

/** Waits for a popup without layout faults. Returns the faults that remain after 30 s. */
export async function popupFaults({ tab }: Screen): Promise<string[]> {
  let found = ['no popup'];
  for (const deadline = Date.now() + 30_000; found.length && Date.now() < deadline; await pause(40)) {
    const isIdle = await tab.evaluate<boolean>(
      `${finishAnimations} && !document.querySelector('[role=dialog] [aria-busy=true]')`,
    );
    if (isIdle) found = await tab.evaluate<string[]>(faultsExpression);
  }
  return found;
}

/** Logs in by password on the login screen, to which the page at `from` leads, and waits for the page at `to`. */
export async function logIn(
  screen: Screen,
  { userName, password }: Pick<Member, 'userName' | 'password'>,
  to = '/account',
  from = '/login',
) {
  await screen.open(from);
  await screen.arrives('/login');
  await screen.fill('login.identifier', userName);
  await screen.fill('login.password', password);
  await screen.press('login.submit');
  await screen.arrives(to);
}

/** Signs in with the development stand-in for Google, at the speed of a person, who reads before typing. */
export async function signInWithGoogle(screen: Screen, person: Person, email: string): Promise<void> {
  await screen.open('/login');
  await screen.sees('button', screen.say('login.google'));
  const window = await person.opened(() => screen.press('login.google'));
  const page = { ...screenOf(window, '', 'en') };
  await page.sees('h1', 'Development sign-in');
  await pause(1_500);
  await window.type(`document.querySelector('[type=email]')`, email);
  await page.pressNamed('Continue');
}
