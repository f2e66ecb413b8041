import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { signIn } from '../../e2e/fixtures/signIn.ts';
import { publicScreens, type Screen, screens } from './screens.ts';
import { bringTo, type Filter, logInOf, type Place } from './shoot.ts';
import { languages } from './shots.ts';
import { onPhone, onWideScreen } from './tour.ts';

/** The factor by which the CPU is slowed down. */
const throttle = 4;
/** The limit of a response to input, in milliseconds. */
const limitMs = 200;

/** A script that reports the time from each input event to the next paint. */
const observe = `new PerformanceObserver((list) => {
  for (const { interactionId, duration, name, target } of list.getEntries())
    if (interactionId) noteResponse(duration, name + ' ' + (target?.getAttribute?.('aria-label') || target?.nodeName));
}).observe({ type: 'event', buffered: true, durationThreshold: 16 })`;

interface Figures {
  /** The duration of the slowest response to input, in milliseconds. */
  slowest: number;
  /** Which responses were slow, or why the screen could not be opened. */
  why: string[];
}

type Way = Pick<Screen, 'name' | 'as'> & {
  viewport: { width: number; height: number };
  go: (page: Page) => Promise<unknown>;
};

const phone = { width: 390, height: 844 };
const wide = { width: 1280, height: 800 };

/** All screens that something is done to, in both sizes, except loading and offline states, and the two journeys of the tour. */
const ways: Way[] = [
  { name: 'tour', as: 'visitor', viewport: wide, go: onWideScreen },
  { name: 'tour', viewport: phone, go: onPhone },
  ...[phone, wide].flatMap((viewport) =>
    [...screens, ...publicScreens]
      .filter(({ open, holds, offline }) => open && !holds && !offline)
      .map((screen): Way => ({ ...screen, viewport, go: (page) => bringTo(page, screen, 'en') })),
  ),
];

async function measure(browser: Browser, place: Place, { as, viewport, go }: Way): Promise<Figures> {
  const context = await browser.newContext({
    baseURL: place.origin,
    locale: languages.en.locale,
    viewport,
    serviceWorkers: 'block',
    hasTouch: viewport === phone,
  });
  const figures: Figures = { slowest: 0, why: [] };
  try {
    const login = logInOf(place, as, 'en');
    if (login) await signIn(context, place.origin, login);
    await context.exposeFunction('noteResponse', (ms: number, what: string) => {
      figures.slowest = Math.max(figures.slowest, ms);
      if (ms > limitMs) figures.why.push(`${ms} ms: ${what}`);
    });
    await context.addInitScript(observe);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    await go(page);
    // Waits, because the browser reports the last paint with a delay.
    await page.waitForTimeout(400);
  } catch (error) {
    figures.slowest = Number.POSITIVE_INFINITY;
    figures.why.push(String(error).split('\n')[0] ?? '');
  } finally {
    await context.close();
  }
  return figures;
}

/**
 * Measures a screen once or, if it exceeds the limit, five times, and returns the median. Otherwise a machine that stops for
 * half a second would count as a fault of the screen.
 */
async function measureUntilSure(browser: Browser, place: Place, way: Way): Promise<Figures> {
  const all = [await measure(browser, place, way)];
  if (all.some(({ slowest }) => slowest > limitMs)) while (all.length < 5) all.push(await measure(browser, place, way));
  const sorted = all.map(({ slowest }) => slowest).sort((a, b) => a - b);
  return { slowest: sorted[all.length >> 1] ?? 0, why: all.flatMap(({ why }) => why) };
}

/** Measures how long each screen takes to respond to input, with the processor slowed down. Writes the results to responses.md. */
export async function writeResponses(browser: Browser, place: Place, wants: Filter): Promise<void> {
  const lines = [`| screen | slowest response (≤ ${limitMs} ms) |`, '| --- | --- |'];
  for (const way of ways.filter(({ name, viewport }) => wants('only', name) && wants('width', viewport.width))) {
    const { slowest, why } = await measureUntilSure(browser, place, way);
    const name = `${way.name}, ${way.viewport.width} px`;
    lines.push(`| ${name} | ${slowest} ms |`);
    if (why.length) console.log([`${name}: ${slowest} ms`, ...why].join('\n    '));
    if (slowest > limitMs) process.exitCode = 1;
  }
  writeFileSync(join(place.folder, 'responses.md'), `${lines.join('\n')}\n`);
  console.log('They are in screens/responses.md');
}
