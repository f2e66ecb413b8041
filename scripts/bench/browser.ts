import { setTimeout as wait } from 'node:timers/promises';
import { launchBrowser } from '../../e2e/fixtures/browser.ts';
import { type Times, times } from './messages.ts';

/** A script that records when each message appears in the page. */
const watch = `(() => {
  window.appeared = {};
  const look = () => {
    for (const bubble of document.querySelectorAll('[data-bubble]'))
      for (const [, n] of bubble.textContent.matchAll(/number (\\d+)\\./g)) window.appeared[n] ??= Date.now();
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
})()`;

/**
 * Sends messages one by one to a member who has the chat open in a real browser, and measures the milliseconds until each message
 * appears in the page.
 */
export async function shownAfter(
  { origin, token, path }: { origin: string; token: string; path: string },
  send: (content: string) => Promise<void>,
  messages: number,
): Promise<Times> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' });
    const session = { name: 'kith_session', value: token, url: origin, httpOnly: true };
    await context.addCookies([{ ...session, sameSite: 'Lax' }]);
    const page = await context.newPage();
    await page.goto(path);
    await page.getByRole('textbox').last().waitFor();
    await page.evaluate(watch);
    await wait(1_000);
    const sent: Record<string, number> = {};
    for (let n = 0; n < messages; n++) {
      sent[n] = Date.now();
      await send(`The message number ${n}.`);
      await wait(50);
    }
    await wait(1_000);
    const appeared = await page.evaluate<Record<string, number>>('window.appeared');
    const took = Object.keys(appeared).map((n) => (appeared[n] as number) - (sent[n] as number));
    return times(took, messages - took.length);
  } finally {
    await browser.close();
  }
}
