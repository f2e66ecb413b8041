import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, inputsOf } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { bob, samplePicture, samplePoll, samplePost } from '../../testing/samples.ts';
import { Answers as EventAnswers } from '../events/Answers.tsx';
import PollCard from '../polls/PollCard.tsx';
import Today from './Today.tsx';

const cleo = { userId: 3, userName: 'cleo', displayName: 'Cleo', profilePicture: null };
const nothing = { birthdays: [], events: [], joined: [], polls: [], memories: [] };
const yearsBefore = (years: number): string => {
  const day = new Date();
  day.setFullYear(day.getFullYear() - years);
  return day.toISOString();
};
const event = {
  ...{ startsAt: yearsBefore(0), endsAt: null, timeZone: 'UTC', place: null, cancelledAt: null },
  ...{ answers: { yes: 0, maybe: 0, no: 0 }, mine: null },
};
const everything = {
  birthdays: [bob, cleo],
  events: [samplePost({ postId: 11, caption: 'Swimming', event })],
  joined: [cleo],
  polls: [samplePost({ postId: 12, caption: 'Pizza or pasta?' })],
  memories: [samplePost({ postId: 13, caption: 'First snow @cleo', createdAt: yearsBefore(2) })],
};

const show = (today: object) => {
  const answers: Answers = { 'today.read': () => today };
  return renderOnPage(
    <main id="content" tabIndex={-1}>
      <Today />
      <div style={{ height: 2_000 }}>The feed</div>
    </main>,
    { answers },
  );
};

beforeEach(() => {
  localStorage.clear();
  scrollTo(0, 0);
});

test('with reduced motion the lines come on the first visit too, and move the feed without a layout shift', async () => {
  const shifts: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  onTestFinished(() => observer.disconnect());
  const ready = Promise.withResolvers<object>();
  const { screen } = await show(ready.promise);
  const feed = screen.getByText('The feed').element();
  const { top } = feed.getBoundingClientRect();
  ready.resolve(everything);
  const today = screen.getByRole('region', { name: 'Today' });
  await expect.element(today).toBeVisible();
  const { height } = today.element().getBoundingClientRect();
  await expect.poll(() => feed.getBoundingClientRect().top).toBeGreaterThanOrEqual(top + height);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect([matchMedia('(prefers-reduced-motion: reduce)').matches, shifts]).toEqual([true, []]);
});

test('at most four lines say what is new, and each opens what it is about', async () => {
  const { screen, router } = await show(everything);
  const lines = screen.getByRole('region', { name: 'Today' }).getByRole('listitem');
  await expect.element(lines.first()).toBeVisible();
  const texts = lines.elements().map(({ textContent }) => textContent);
  expect(texts).toHaveLength(4);
  expect(texts[0]).toBe('Birthdays today: bob and Cleo');
  expect(texts[1]).toMatch(/^Today at .*: Swimming$/);
  expect(texts.slice(2)).toEqual(['bob asks: Pizza or pasta?', '2 years ago: First snow']);
  const { height } = screen.getByRole('region', { name: 'Today' }).element().getBoundingClientRect();
  expect(height).toBeLessThanOrEqual(200);
  await screen.getByRole('link', { name: 'bob asks: Pizza or pasta?' }).click();
  await expect.poll(() => router.state.location.search).toMatchObject({ post: 12 });
});

test('where text is larger, fewer lines are no higher', async () => {
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
  document.documentElement.style.fontSize = '20px';
  const { screen } = await show(everything);
  const today = screen.getByRole('region', { name: 'Today' });
  await expect.element(today.getByRole('listitem').first()).toBeVisible();
  expect(today.getByRole('listitem').elements()).toHaveLength(3);
  expect(today.element().getBoundingClientRect().height).toBeLessThanOrEqual(200);
});

test('a video without words is called a video', async () => {
  const image = { ...samplePicture(), kind: 'video' as const };
  const memories = [samplePost({ caption: '@cleo', createdAt: yearsBefore(1), image, images: [image] })];
  const { screen } = await show({ ...nothing, memories });
  await expect.element(screen.getByText('A year ago: a video')).toBeVisible();
});

test('an event that began before today has no time', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const times = { startsAt: inDays(-1), endsAt: inDays(2) };
  const events = [samplePost({ caption: 'Regatta', event: { ...event, ...times } })];
  const { screen } = await show({ ...nothing, events });
  await expect.element(screen.getByText('Today: Regatta')).toBeVisible();
});

test('the feed stays where it was when the lines appear above it, and slides from there', async () => {
  await page.viewport(390, 844);
  const ready = Promise.withResolvers<object>();
  const { screen } = await show(ready.promise);
  const feed = screen.getByText('The feed').element();
  const { top } = feed.getBoundingClientRect();
  const tops: number[] = [];
  new MutationObserver(() => tops.push(feed.getBoundingClientRect().top)).observe(document, {
    childList: true,
    subtree: true,
  });
  ready.resolve(everything);
  await expect.element(screen.getByRole('region', { name: 'Today' })).toBeVisible();
  expect(tops[0]).toBe(top);
});

test('one tap hides the lines for the day, also after a reload', async () => {
  const { screen } = await show(everything);
  await screen.getByRole('button', { name: 'Hide until tomorrow' }).click();
  expect(screen.getByRole('region').elements()).toEqual([]);
  const { screen: again } = await show(everything);
  await expect.element(again.getByText('The feed')).toBeVisible();
  expect([again.getByRole('region').elements(), inputsOf('today.read')]).toEqual([[], []]);
});

test('nothing new shows nothing', async () => {
  const { screen } = await show(nothing);
  await expect.poll(() => inputsOf('today.read').length).toBe(1);
  await expect.element(screen.getByText('The feed')).toBeVisible();
  expect(screen.getByRole('region').elements()).toEqual([]);
});

test('a reader who has scrolled already is not moved, until back at the top', async () => {
  const ready = Promise.withResolvers<object>();
  const { screen } = await show(ready.promise);
  const feed = screen.getByText('The feed').element();
  scrollTo(0, 300);
  await expect.poll(() => scrollY).toBe(300);
  const { top } = feed.getBoundingClientRect();
  ready.resolve(everything);
  await expect.poll(() => inputsOf('today.read').length).toBe(1);
  await ready.promise;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect([screen.getByRole('region').elements(), feed.getBoundingClientRect().top]).toEqual([[], top]);
  scrollTo(0, 0);
  await expect.element(screen.getByRole('region', { name: 'Today' })).toBeVisible();
});

test('after midnight an open page has the lines of the new day, also if those of the day before were hidden', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const answers: Answers = { 'today.read': () => everything };
  const { screen } = await renderOnPage(<Today />, { answers });
  await expect.element(screen.getByText(/: Swimming/)).toBeVisible();
  answers['today.read'] = () => ({ ...nothing, joined: [cleo] });
  vi.useFakeTimers({ toFake: ['Date'] });
  const turn = () => {
    vi.setSystemTime(Date.now() + 86_400_000);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  turn();
  await expect.element(screen.getByRole('listitem')).toHaveTextContent('New here: Cleo');
  await screen.getByRole('button', { name: 'Hide until tomorrow' }).click();
  turn();
  await expect.element(screen.getByRole('listitem')).toHaveTextContent('New here: Cleo');
  expect(inputsOf('today.read')).toHaveLength(3);
});

test('a poll in which the reader votes, and an event that the reader declines, leave the lines', async () => {
  const { events, polls } = everything;
  let left: object = { ...nothing, events, polls };
  const answers: Answers = {
    'today.read': () => left,
    'polls.vote': () => {
      left = { ...nothing, events };
      return samplePoll();
    },
    'events.answer': () => {
      left = nothing;
      return samplePost({ event });
    },
  };
  const home = (
    <>
      <Today />
      <PollCard poll={samplePoll()} by={bob.userId} />
      <EventAnswers postId={11} event={event} />
    </>
  );
  const { screen } = await renderOnPage(home, { answers });
  const lines = screen.getByRole('region', { name: 'Today' }).getByRole('listitem');
  await expect.poll(() => lines.elements().length).toBe(2);
  await screen.getByRole('radio', { name: 'Lake' }).click();
  await expect.poll(() => lines.elements().length).toBe(1);
  await screen.getByRole('button', { name: 'Can’t go 0' }).click();
  await expect.poll(() => lines.elements().length).toBe(0);
});
