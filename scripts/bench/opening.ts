import { setTimeout as wait } from 'node:timers/promises';
import { directChat, probe } from '@kith/db/testing';
import type { Context } from '@kith/domain';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../e2e/fixtures/browser.ts';
import { inWords, signIn, type Times, times, tokenOf } from './messages.ts';
import type { Figures } from './report.ts';

const messages = 5_000;
const openings = 10;

/** How many times the mouse wheel is turned. */
const roundTrips = 200;

/** The factor by which the browser's CPU is slowed down. */
const throttle = 4;

/** A script that returns the milliseconds from the next click to the frame in which the chat's newest message is visible. */
const watch = `new Promise((resolve) => {
  addEventListener('click', ({ timeStamp }) => {
    const look = () => {
      const stands = [...document.querySelectorAll('[data-bubble]')].some(({ textContent }) => textContent.includes('The newest'));
      if (!stands) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
    };
    look();
  }, { capture: true, once: true });
})`;

/** A script that records the duration of each frame. */
const frames = `(() => {
  window.frames = [];
  let before = performance.now();
  const next = (at) => {
    window.frames.push(at - before);
    before = at;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()`;

/** Scrolls up through the open chat, and returns the durations of the browser's frames in milliseconds. */
async function scrollBack(page: Page): Promise<{ loaded: number; frames: Times; worst: number }> {
  await page.getByRole('log').hover();
  await page.evaluate(frames);
  for (let n = 0; n < roundTrips; n++) {
    await page.mouse.wheel(0, -600);
    await wait(50);
  }
  const took = await page.evaluate<number[]>('window.frames');
  const loaded = await page.locator('[data-bubble]').count();
  return { loaded, frames: times(took, 0), worst: Math.round(Math.max(...took)) };
}

/** Fills the direct chat of two members with 5,000 messages, whose triggers add the members. */
async function fillChat(ctx: Context, sender: number, receiver: number): Promise<void> {
  await probe(
    ctx.db,
    `insert into messages (sender_id, receiver_id, chat_id, content, created_at)
     select case when n % 3 = 0 then $1::bigint else $2 end, case when n % 3 = 0 then $2::bigint else $1 end, $4::bigint,
       case when n = $3 then 'The newest' else repeat('Some words of line ' || n || '. ', 1 + n % 9) end,
       now() - interval '1 minute' * ($3 - n)
     from generate_series(1, $3::int) n`,
    [sender, receiver, messages, await directChat(ctx.db, sender, receiver)],
  );
  await probe(ctx.db, 'update memberships set unread_count = 0, request = null where user_id in ($1, $2)', [
    sender,
    receiver,
  ]);
}

/** Measures how long a slowed-down browser takes to open a long chat by a click, and scrolling up at the browser's full speed. */
export async function openingFigures(ctx: Context, origin: string): Promise<Figures> {
  const [reader, other] = [701, 702];
  await signIn(ctx.db, other);
  await fillChat(ctx, other, reader);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' });
    const session = { name: 'kith_session', value: tokenOf(reader), url: origin, httpOnly: true };
    await context.addCookies([{ ...session, sameSite: 'Lax' }]);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    const took: number[] = [];
    for (let n = 0; n < openings; n++) {
      await page.goto('/messages');
      const row = page.locator(`a[href*="userId=${other}"]`).first();
      await row.waitFor();
      await page.waitForLoadState('networkidle');
      const opened = page.evaluate<number>(watch);
      await row.click();
      took.push(await opened);
    }
    const opening = times(took, openings - took.length);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const scrolling = await scrollBack(page);
    return {
      name: 'opening',
      text: `A chat of ${messages} messages, opened from the list in a browser ${throttle} times slower, showed its newest page after ${inWords(opening)}, of ${openings} openings. Scrolled back at full speed, ${scrolling.loaded} bubbles, a frame took p50 ${scrolling.frames.p50} ms, p99 ${scrolling.frames.p99} ms, ${scrolling.worst} ms at worst.`,
      figures: { messages, opening, scrolling },
    };
  } finally {
    await browser.close();
  }
}
