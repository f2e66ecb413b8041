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
/** The limits: the layout shift score of a screen, and the milliseconds of a response to input. */
const limits = { shift: 0.05, response: 200 };

/** A script that reports each layout shift without recent input, and the time from each input event to the next paint. */
const observe = `{
  const observe = (type, report, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(report)).observe({ type, buffered: true, ...options });
  observe('layout-shift', ({ value, hadRecentInput, sources }) => {
    const moved = sources.map(({ node, previousRect, currentRect }) =>
      (node?.className || node?.nodeName || '') + ' ' + previousRect.y + ' to ' + currentRect.y);
    if (!hadRecentInput) noteSteady('shift', value, moved.join(' | ').slice(0, 400));
  });
  observe('event', ({ interactionId, duration, name, target }) => {
    if (interactionId) noteSteady('response', duration, name + ' ' + (target?.getAttribute?.('aria-label') || target?.nodeName));
  }, { durationThreshold: 16 });
}`;

interface Figures {
  shift: number;
  /** The duration of the slowest response to input, in milliseconds. */
  response: number;
  /** Which elements shifted and which responses were slow, or why the screen could not be opened. */
  why: string[];
}

type Way = Pick<Screen, 'name' | 'as'> & {
  viewport: { width: number; height: number };
  go: (page: Page) => Promise<unknown>;
};

const phone = { width: 390, height: 844 };
const wide = { width: 1280, height: 800 };

/** All screens in both sizes, except loading and offline states, and the two journeys of which the tour is a film. */
const ways: Way[] = [
  { name: 'tour', as: 'visitor', viewport: wide, go: onWideScreen },
  { name: 'tour', viewport: phone, go: onPhone },
  ...[phone, wide].flatMap((viewport) =>
    [...screens, ...publicScreens]
      .filter(({ holds, offline }) => !holds && !offline)
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
  const figures: Figures = { shift: 0, response: 0, why: [] };
  try {
    const login = logInOf(place, as, 'en');
    if (login) await signIn(context, place.origin, login);
    await context.exposeFunction('noteSteady', (what: 'shift' | 'response', value: number, why: string) => {
      figures[what] = what === 'shift' ? figures.shift + value : Math.max(figures.response, value);
      if (value > (what === 'shift' ? limits.shift / 5 : limits.response))
        figures.why.push(`${what} ${value.toFixed(3)}: ${why}`);
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
    figures.response = Number.POSITIVE_INFINITY;
    figures.why.push(String(error).split('\n')[0] ?? '');
  } finally {
    await context.close();
  }
  return figures;
}

const fails = ({ shift, response }: Figures): boolean => shift > limits.shift || response > limits.response;

/**
 * Measures a screen once or, if it exceeds a limit, five times, and returns the medians. Otherwise a machine that stops for
 * half a second would count as a fault of the screen.
 */
async function measureUntilSure(browser: Browser, place: Place, way: Way): Promise<Figures> {
  const all = [await measure(browser, place, way)];
  if (all.some(fails)) while (all.length < 5) all.push(await measure(browser, place, way));
  const middle = (of: 'shift' | 'response') => all.map((each) => each[of]).sort((a, b) => a - b)[all.length >> 1] ?? 0;
  return { shift: middle('shift'), response: middle('response'), why: all.flatMap(({ why }) => why) };
}

/**
 * Measures how much the content of each screen shifts by itself, and how long the screen takes to respond to input, with the
 * processor slowed down. Writes the results to steady.md.
 */
export async function writeSteady(browser: Browser, place: Place, wants: Filter): Promise<void> {
  const lines = [
    `| screen | shift (≤ ${limits.shift}) | slowest response (≤ ${limits.response} ms) |`,
    '| --- | --- | --- |',
  ];
  for (const way of ways.filter(({ name, viewport }) => wants('only', name) && wants('width', viewport.width))) {
    const figures = await measureUntilSure(browser, place, way);
    const name = `${way.name}, ${way.viewport.width} px`;
    const { shift, response, why } = figures;
    lines.push(`| ${name} | ${shift.toFixed(3)} | ${response} ms |`);
    if (why.length) console.log([`${name}: ${shift.toFixed(3)}, ${response} ms`, ...why].join('\n    '));
    if (fails(figures)) process.exitCode = 1;
  }
  writeFileSync(join(place.folder, 'steady.md'), `${lines.join('\n')}\n`);
  console.log('They are in screens/steady.md');
}
