import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '@kith/domain';
import { launchBrowser } from '../../e2e/fixtures/browser.ts';
import { inWords, send, signIn, type Times, times, tokenOf } from './messages.ts';
import type { Figures } from './report.ts';
import { type Measured, type Side, startProcess } from './side.ts';
import { type Received, sharedNow } from './streamListener.ts';

/**
 * The number of processes that hold the streams. A single process would be busy with one event when the next arrives, and the
 * wait would count as Kith's delay.
 */
const processes = 4;

const listen = () =>
  Promise.all(
    Array.from({ length: processes }, () => startProcess(join(import.meta.dirname, 'streamListener.ts'), process.env)),
  );

/** Opens a live stream for each of these members, 50 at a time. */
async function openStreams(listeners: Measured[], origin: string, members: number[]): Promise<void> {
  const port = Number(new URL(origin).port);
  for (let from = 0; from < members.length; from += 50)
    await listeners[(from / 50) % processes]?.ask({ members: members.slice(from, from + 50), port });
}

/** Sends messages one by one, and measures the time until each message arrives in the receiver's stream. */
async function messagesToStreams(origin: string, listeners: Measured[], messages: number) {
  const sent = new Map<string, number>();
  for (let n = 0; n < messages; n++) {
    const [sender, receiver] = [1 + ((n * 7) % streams), 1 + ((n * 13 + 5) % streams)];
    if (sender === receiver) continue;
    const clientId = randomUUID();
    sent.set(`${clientId} ${receiver}`, sharedNow());
    await send(origin, sender, receiver, 'How are you?', clientId);
    await wait(10);
  }
  await wait(1_000);
  const received = await Promise.all(listeners.map((each) => each.ask<Received[]>({ report: true })));
  const took = received.flat().flatMap(([clientId, userId, at]) => {
    const start = sent.get(`${clientId} ${userId}`);
    return start === undefined ? [] : [at - start];
  });
  return times(took, sent.size - took.length);
}

/** A script that records when each message appears in the page. */
const watch = `(() => {
  window.appeared = {};
  const look = () => {
    for (const bubble of document.querySelectorAll('[data-bubble]'))
      for (const [, n] of bubble.textContent.matchAll(/number (\\d+)\\./g)) window.appeared[n] ??= Date.now();
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
})()`;

/** Sends messages to a member who has the chat open in a browser, and measures the time until each appears in the page. */
async function messagesToPage(origin: string, sender: number, receiver: number, messages: number): Promise<Times> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' });
    const session = { name: 'kith_session', value: tokenOf(receiver), url: origin, httpOnly: true };
    await context.addCookies([{ ...session, sameSite: 'Lax' }]);
    const page = await context.newPage();
    await page.goto(`/messages?userId=${sender}`);
    await page.getByRole('textbox').last().waitFor();
    await page.evaluate(watch);
    await wait(1_000);
    const sent: number[] = [];
    for (let n = 0; n < messages; n++) {
      sent.push(Date.now());
      await send(origin, sender, receiver, `The message number ${n}.`, randomUUID());
      await wait(50);
    }
    await wait(1_000);
    const appeared = await page.evaluate<Record<string, number>>('window.appeared');
    const took = Object.entries(appeared).map(([n, at]) => at - (sent[Number(n)] as number));
    return times(took, messages - took.length);
  } finally {
    await browser.close();
  }
}

const residentKb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

const streams = 1_000;

/**
 * Opens live streams. Measures the memory that each takes in the api, and the times until a message reaches the receiver's stream
 * and page.
 */
export async function streamFigures(ctx: Context, { origin, pid }: Side['api']): Promise<Figures> {
  await signIn(ctx.db, streams + 2);
  const listeners = await listen();
  const members = Array.from({ length: streams }, (_, i) => i + 1);
  // Opens a few streams before measuring, so that one-time allocations are not counted per stream.
  await openStreams(listeners, origin, members.slice(0, 5));
  const before = residentKb(pid);
  await openStreams(listeners, origin, members.slice(5));
  await wait(2_000);
  const grownKb = Number(((residentKb(pid) - before) / streams).toFixed(1));
  const toStream = await messagesToStreams(origin, listeners, 300);
  const toPage = await messagesToPage(origin, streams + 1, streams + 2, 100);
  await Promise.all(listeners.map((each) => each.stop()));
  return {
    name: `streams ${streams}`,
    text: `With ${streams} streams open the api grew by ${grownKb} kB a stream. A message reached the receiver's stream after ${inWords(toStream)}, and its bubble stood in the other browser's page after ${inWords(toPage)}.`,
    figures: { streams, grownKb, toStream, toPage },
  };
}
