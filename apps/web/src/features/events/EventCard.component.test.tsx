import { instantOf } from '@kith/contracts/eventTimes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page as browser } from 'vitest/browser';
import type { EventView, PostView } from '../../lib/types.ts';
import { readStoredValue, writeStoredValue } from '../../lib/useStoredValue.ts';
import { type Answers, inputsOf, Refusal } from '../../testing/answers.ts';
import { alice, renderOnPage } from '../../testing/render.tsx';
import { bob, page, samplePost } from '../../testing/samples.ts';
import { completeDraft } from '../composer/postDraft.ts';
import { usePost } from '../posts/usePost.ts';
import { useOutbox } from '../shell/background.ts';
import EventCard from './EventCard.tsx';

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Math.ceil(Date.now() / hour + hours) * hour).toISOString();
const local = new Intl.DateTimeFormat().resolvedOptions().timeZone;

const event = (part: Partial<EventView> = {}): EventView => ({
  startsAt: inHours(50),
  endsAt: null,
  timeZone: local,
  place: null,
  cancelledAt: null,
  answers: { yes: 1, maybe: 0, no: 0 },
  mine: null,
  ...part,
});
const guest = (userName: string, answer = 'yes') => ({ ...bob, userId: userName.length, userName, answer });

function Shown() {
  useOutbox();
  const { post } = usePost(10);
  return post ? <EventCard post={post} /> : null;
}

async function show(
  part: Partial<EventView> = {},
  { answers = {}, ...post }: Partial<PostView> & { answers?: Answers } = {},
) {
  const stored = samplePost({ ...post, event: event(part) });
  const { screen, router } = await renderOnPage(<Shown />, {
    answers: {
      'posts.byId': () => stored,
      'events.answers': () => page(guest('bob'), guest('carol')),
      'events.answer': ({ answer }: { answer: EventView['mine'] }) =>
        samplePost({ event: event({ ...part, mine: answer }) }),
      ...answers,
    },
  });
  const card = screen.getByRole('group', { name: 'Event', exact: true });
  await expect.element(card).toBeVisible();
  const button = (name: string | RegExp) => screen.getByRole('button', { name });
  return { screen, router, card, button };
}

test('an answer shows at once, another one replaces it, and a second press withdraws it', async () => {
  const answered = Promise.withResolvers<PostView>();
  const { button } = await show({}, { answers: { 'events.answer': () => answered.promise } });
  await button('Going 1').click();
  await expect.element(button('Going 2')).toHaveAttribute('aria-pressed', 'true');
  await button('Maybe 0').click();
  await expect.element(button('Maybe 1')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button('Going 1')).toHaveAttribute('aria-pressed', 'false');
  await button('Maybe 1').click();
  await expect.element(button('Maybe 0')).toHaveAttribute('aria-pressed', 'false');
  expect(inputsOf('events.answer')).toEqual([{ postId: 10, answer: 'yes' }]);
  answered.resolve(samplePost({ event: event({ answers: { yes: 2, maybe: 0, no: 0 }, mine: 'yes' }) }));
  // Only the last wish is sent after the first.
  await expect
    .poll(() => inputsOf('events.answer'))
    .toEqual([
      { postId: 10, answer: 'yes' },
      { postId: 10, answer: null },
    ]);
});

test('an answer that is refused is taken back, with the reason', async () => {
  const refused = () => {
    throw new Refusal('event-over');
  };
  const { screen, button } = await show({}, { answers: { 'events.answer': refused } });
  await button('Can’t go 0').click();
  await expect.element(screen.getByText('Your answer was not saved. This event is over.')).toBeVisible();
  await expect.element(button('Can’t go 0')).toHaveAttribute('aria-pressed', 'false');
});

test('an answer without a connection stays, and is sent by the outbox', async () => {
  let lost = true;
  const { button } = await show(
    {},
    {
      answers: {
        'events.answer': () => {
          if (lost) {
            lost = false;
            throw new Error('no connection');
          }
          return samplePost({ event: event({ answers: { yes: 2, maybe: 0, no: 0 }, mine: 'yes' }) });
        },
      },
    },
  );
  await button('Going 1').click();
  await expect.poll(() => inputsOf('events.answer')).toEqual(Array(2).fill({ postId: 10, answer: 'yes' }));
  await expect.element(button('Going 2')).toHaveAttribute('aria-pressed', 'true');
});

test('whole days are as far away as their date, wherever the event takes place', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'] });
  const midnight = (date: string, timeZone: string) => instantOf(date, '00:00', timeZone) ?? '';
  const place = async (timeZone: string, first: string, after: string) =>
    show({ startsAt: midnight(first, timeZone), endsAt: midnight(after, timeZone), timeZone });
  vi.setSystemTime(instantOf('2027-06-09', '20:00', local) ?? '');
  const { card: east } = await place('Pacific/Kiritimati', '2027-06-10', '2027-06-11');
  await expect.element(east.getByText('Tomorrow', { exact: true })).toBeVisible();
  vi.setSystemTime(instantOf('2027-06-10', '06:00', local) ?? '');
  const { card: west } = await place('Etc/GMT+12', '2027-06-10', '2027-06-12');
  await expect.element(west.getByText('Now', { exact: true })).toBeVisible();
});

test('the card says when and where, by the reader’s clock and, if it shows another time, the event’s own', async () => {
  const startsAt = inHours(50);
  const { card } = await show({ startsAt, timeZone: 'Asia/Kathmandu', place: 'The pier' });
  const shown = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(navigator.language, options).format(new Date(startsAt));
  await expect.element(card).toMatchTextContent(new RegExp(shown({ weekday: 'long' })));
  await expect.element(card).toMatchTextContent(new RegExp(shown({ hour: 'numeric', minute: '2-digit' })));
  await expect.element(card).toMatchTextContent(/:45( .M)? Nepal Time/);
  await expect.element(card).toMatchTextContent(/The pier/);
  const same = await show({ startsAt });
  await expect.element(same.card).not.toMatchTextContent(/ Time/);
  await expect.element(same.card).toMatchTextContent(/In \d days/i);
});

test('an event of whole days has its own dates, whatever the reader’s zone', async () => {
  const { card } = await show({
    ...{ startsAt: '2099-10-30T23:00:00.000Z', endsAt: '2099-11-01T23:00:00.000Z', timeZone: 'Europe/Warsaw' },
  });
  await expect.element(card).toMatchTextContent(/All day/);
  await expect.element(card).toMatchTextContent(/31.*1/);
});

test('who comes is listed by answer', async () => {
  const by = ({ answer }: { answer: string }) =>
    page(...(answer === 'yes' ? [guest('bob')] : [guest('carola', answer)]));
  const { screen, button } = await show(
    { answers: { yes: 1, maybe: 1, no: 0 } },
    { answers: { 'events.answers': by, 'follows.friends': () => page() } },
  );
  await button('1 is going').click();
  const dialog = screen.getByRole('dialog', { name: 'Who’s coming' });
  await expect.element(dialog.getByRole('link', { name: 'bob' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Maybe 1' }).click();
  await expect.element(dialog.getByRole('link', { name: 'carola' })).toBeVisible();
});

test('one that is called off or over takes no answers', async () => {
  const off = await show({ cancelledAt: inHours(-1) });
  await expect.element(off.card).toMatchTextContent(/Called off/);
  expect(off.button(/^Going/).query()).toBeNull();
  expect(off.screen.getByRole('link', { name: 'Add to calendar' }).query()).toBeNull();
  const over = await show({ startsAt: inHours(-9) });
  await expect.element(over.card).toMatchTextContent(/It’s over/);
  expect(over.button(/^Going/).query()).toBeNull();
  expect(over.button('Add pictures').query()).toBeNull();
});

test('after it, who was there gathers pictures in an album that mentions the others, beside what is already written', async () => {
  onTestFinished(() => writeStoredValue('composer', undefined));
  writeStoredValue('composer', { text: 'A draft', people: '@carol' });
  const { screen, button, router } = await show(
    { startsAt: inHours(-9), mine: 'yes' },
    { audience: 'friends', answers: { 'events.answers': () => page(guest('dave'), guest('carol')) } },
  );
  await button('Add pictures').click();
  await expect.poll(() => router.state.location.search).toEqual({ popup: 'compose' });
  const draft = readStoredValue<object>('composer', {});
  expect(draft).toEqual({
    ...{ text: 'A draft', people: '@carol @bob @dave', audience: 'friends', audienceFrozen: false },
    ...{ comments: 'everyone', album: true },
  });
  expect(completeDraft(draft)).toMatchObject({ location: '', expiry: 'never' });
  expect(screen.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
});

test('an album of pictures after it gives a half-written event back', async () => {
  onTestFinished(() => writeStoredValue('composer', undefined));
  const before = { text: 'A draft', event: { date: '' } };
  writeStoredValue('composer', before);
  const { screen, button } = await show({ startsAt: inHours(-9), mine: 'yes' });
  await button('Add pictures').click();
  await expect
    .poll(() => readStoredValue<object>('composer', {}))
    .toMatchObject({ people: '@bob @carol', album: true });
  await screen.getByRole('button', { name: 'Undo' }).click();
  expect(readStoredValue('composer', {})).toEqual(before);
});

test('an album of pictures after it mentions no more people than may add to it', async () => {
  onTestFinished(() => writeStoredValue('composer', undefined));
  const guests = Array.from({ length: 20 }, (_, i) => ({ ...guest(`guest${i}`), userId: 100 + i }));
  const { button } = await show(
    { startsAt: inHours(-9), mine: 'yes' },
    { answers: { 'events.answers': () => page(...guests) } },
  );
  await button('Add pictures').click();
  const names = () => readStoredValue<{ people?: string }>('composer', {}).people?.split(' ') ?? [];
  await expect.poll(() => names().length).toBe(20);
  expect(names()[0]).toBe('@bob');
});

test('the card has one height, whatever it shows, so that nothing moves below it, and a smaller one once called off', async () => {
  const heights = [];
  for (const part of [
    {},
    { place: 'A place with a name that is much longer than the line that it stands on, and then some more words' },
    { answers: { yes: 0, maybe: 0, no: 0 } },
    { startsAt: inHours(-9) },
    { startsAt: inHours(-9), mine: 'yes' as const },
    { endsAt: inHours(100) },
  ]) {
    const { card } = await show(part, { user: alice });
    const { height } = card.element().getBoundingClientRect();
    expect(card.element().scrollHeight).toBeLessThanOrEqual(height);
    heights.push(height);
  }
  expect(new Set(heights)).toEqual(new Set([196]));
  const { card } = await show({ cancelledAt: inHours(-1), place: 'The pier' });
  expect(card.element().getBoundingClientRect().height).toBe(98);
});

test('the event’s own time has a line of its own, and wraps in large text', async () => {
  const root = document.documentElement;
  onTestFinished(() => root.removeAttribute('style'));
  await browser.viewport(390, 844);
  const part = { endsAt: inHours(53), timeZone: 'America/Argentina/ComodRivadavia' };
  const { card, screen } = await show(part);
  expect(card.element().getBoundingClientRect().height).toBe(218);
  const line = screen.getByText(/ Argentina /).element();
  expect(line.getBoundingClientRect().height).toBe(22);
  root.style.fontSize = '32px';
  expect(line.getBoundingClientRect().height).toBeGreaterThan(44);
  expect(line.scrollWidth).toBeLessThanOrEqual(line.clientWidth);
  expect(card.element().scrollHeight).toBeLessThanOrEqual(card.element().getBoundingClientRect().height);
});

test('an open page offers no answers any more once the event is over', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const { screen, button } = await show();
  await expect.element(button('Going 1')).toBeVisible();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.parse(inHours(60)));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(screen.getByText('It’s over')).toBeVisible();
  await expect.poll(() => button('Going 1').elements()).toEqual([]);
});
