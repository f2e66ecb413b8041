import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { signIn } from '../../e2e/fixtures/signIn.ts';
import { password } from '../seed/stories.ts';
import { guarded } from './cases.ts';
import { type Screen, screens } from './screens.ts';
import { bringTo, type Filter, type Place } from './shoot.ts';
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
    const moved = ({ node, previousRect, currentRect }) =>
      (node?.className || node?.nodeName || '') + ' ' + [previousRect, currentRect].map(({ y, height }) => Math.round(y) + '+' + Math.round(height)).join(' to ');
    if (!hadRecentInput) noteSteady('shift', value, sources.map(moved).join(' | ').slice(0, 400));
  });
  observe('event', ({ interactionId, duration, name, target, startTime, processingStart, processingEnd }) => {
    const [waited, handled] = [processingStart - startTime, processingEnd - processingStart].map(Math.round);
    const what = name + ' ' + (target?.getAttribute?.('aria-label') || target?.nodeName);
    if (interactionId) noteSteady('response', duration, what + ', waited ' + waited + ' ms, handled in ' + handled);
  }, { durationThreshold: 16 });
}`;

interface Figures {
  name: string;
  shift: number;
  /** The duration of the slowest response to input, in milliseconds. */
  response: number;
  /** Which elements shifted and which responses were slow, or why the screen could not be opened. */
  why: string[];
  failed: boolean;
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
    screens
      .filter(({ holds, offline }) => !holds && !offline)
      .map((screen): Way => ({ ...screen, viewport, go: (page) => bringTo(page, screen, 'en') })),
  ),
];

async function measure(
  browser: Browser,
  { origin, newcomer }: Place,
  { name, as, viewport, go }: Way,
): Promise<Figures> {
  const contextOptions = { baseURL: origin, locale: languages.en.locale, viewport, serviceWorkers: 'block' } as const;
  const context = await browser.newContext({ ...contextOptions, hasTouch: viewport === phone });
  const logins = {
    newcomer,
    guarded: { userName: guarded, password },
    member: { userName: languages.en.member, password },
  };
  const figures: Figures = { name: `${name}, ${viewport.width} px`, shift: 0, response: 0, why: [], failed: false };
  try {
    if (as !== 'visitor') await signIn(context, origin, logins[as ?? 'member']);
    await context.exposeFunction('noteSteady', (what: 'shift' | 'response', value: number, why: string) => {
      if (what === 'shift') figures.shift += value;
      else figures.response = Math.max(figures.response, value);
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
    figures.failed = true;
    figures.why.push(String(error).split('\n')[0] ?? '');
  } finally {
    await context.close();
  }
  return figures;
}

const fails = ({ shift, response, failed }: Figures): boolean =>
  failed || shift > limits.shift || response > limits.response;

/** How many times a screen is measured that exceeds a limit the first time. */
const runs = 5;

/**
 * Measures a screen once or, if it exceeds a limit, five times, and returns the medians. Otherwise a machine that stops for
 * half a second would count as a fault of the screen.
 */
async function measureUntilSure(browser: Browser, place: Place, way: Way): Promise<Figures> {
  const first = await measure(browser, place, way);
  if (!fails(first)) return first;
  const all = [first];
  while (all.length < runs) all.push(await measure(browser, place, way));
  const middle = (of: (figures: Figures) => number) => all.map(of).sort((a, b) => a - b)[(runs - 1) / 2] ?? 0;
  const responses = all.map(({ response }) => response).join(', ');
  return {
    name: `${first.name}, the middle of ${runs} (${responses} ms)`,
    shift: middle(({ shift }) => shift),
    response: middle(({ response }) => response),
    why: all.flatMap(({ why }) => why),
    failed: middle(({ failed }) => Number(failed)) > 0,
  };
}

/**
 * Measures how much the content of each screen shifts by itself, and how long the screen takes to respond to input, with the
 * processor slowed down. Writes the results to steady.md.
 */
export async function writeSteady(browser: Browser, place: Place, wants: Filter): Promise<void> {
  const rows: Figures[] = [];
  const chosen = ways.filter(({ name, viewport }) => wants('only', name) && wants('width', viewport.width));
  for (const way of chosen) {
    const row = await measureUntilSure(browser, place, way);
    rows.push(row);
    const why = row.why.map((each) => `\n    ${each}`).join('');
    if (fails(row) || row.why.length) console.log(`${row.name}: ${row.shift.toFixed(3)}, ${row.response} ms${why}`);
  }
  const worst = (of: (row: Figures) => number) => rows.reduce((most, row) => (of(row) > of(most) ? row : most));
  const [shift, response] = [worst((row) => row.shift), worst((row) => row.response)];
  const head = ['screen', `shift (≤ ${limits.shift})`, `slowest response (≤ ${limits.response} ms)`];
  const table = rows.map((row) => [row.name, row.shift.toFixed(3), `${row.response} ms`]);
  const lines = [head, head.map(() => '---'), ...table].map((cells) => `| ${cells.join(' | ')} |`);
  writeFileSync(join(place.folder, 'steady.md'), `${lines.join('\n')}\n`);
  console.log(
    `Most: ${shift.shift.toFixed(3)} (${shift.name}), ${response.response} ms (${response.name}); screens/steady.md`,
  );
  if (rows.some(fails)) process.exitCode = 1;
}
