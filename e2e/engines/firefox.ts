import { existsSync } from 'node:fs';
import puppeteer, { type BrowserContext, type ElementHandle, type Page } from 'puppeteer-core';
import { type Engine, type Person, type Tab, waitFor } from './driver.ts';

const programs = [
  process.env.FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

export const firefoxProgram = (): string | undefined => programs.find((path) => path && existsSync(path));

/** Starts a headless Firefox, which is controlled by WebDriver BiDi. */
export async function startFirefox(): Promise<Engine> {
  const executablePath = firefoxProgram();
  if (!executablePath) throw new Error('There is no Firefox on this machine.');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // Without a graphics card, rendering 60 frames a second would occupy both cores of a small machine.
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB, en', 'layout.frame_rate': 20 },
  });
  return {
    async person() {
      const context = await browser.createBrowserContext();
      return personOf(context, await context.newPage({ type: 'window' }));
    },
    close: () => browser.close(),
  };
}

function personOf(context: BrowserContext, first: Page): Person {
  return {
    tab: tabOf(first),
    async opened(action) {
      const before = await context.pages();
      await action();
      const page = await waitFor(
        async () => (await context.pages()).find((each) => !before.includes(each)),
        'new window of Firefox',
      );
      return tabOf(page);
    },
  };
}

function tabOf(page: Page): Tab {
  let complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  const find = async (expression: string): Promise<ElementHandle> => {
    const element = (await page.evaluateHandle(expression)).asElement();
    if (!element) throw new Error(`There is no ${expression}`);
    return element as ElementHandle;
  };
  return {
    async open(address) {
      const go = () => page.goto(address, { waitUntil: 'domcontentloaded' });
      // A redirect of the page, or a popup that closes by going back in the history, aborts this navigation, which is then
      // attempted a second time.
      await go().catch((error) =>
        /abort|cancel|supersede|interrupt/i.test(String(error)) ? go() : Promise.reject(error),
      );
      complaints = [];
    },
    evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    click: async (element) => (await find(element)).click(),
    type: async (element, text) => (await find(element)).type(text),
    press: (key) => page.keyboard.press(key),
    choose: async (element, path) =>
      ((await find(element)) as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path),
    picture: async () => Buffer.from(await page.screenshot()),
    resize: (width, height) => page.setViewport({ width, height }),
    complaints: async () => complaints,
    close: () => page.close(),
  };
}
