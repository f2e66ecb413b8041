import { afterEach, expect, test, vi } from 'vitest';
import type { NotificationView } from '../../lib/types.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { bob } from '../../testing/samples.ts';
import { NotificationRow } from './NotificationRow.tsx';

afterEach(() => void vi.useRealTimers());

const startsAt = new Date(2027, 4, 1, 18, 30);
const hour = 3_600_000;
const cleo = { userId: 3, userName: 'cleo', displayName: 'Cleo', profilePicture: null };

/** A notification about something of bob, read at a time. It was sent at that time, too, unless `part` has another one. */
async function show(kind: NotificationView['kind'], at: Date, part: Partial<NotificationView>) {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(at);
  const notification: NotificationView = {
    notificationId: 1,
    kind,
    actors: [bob],
    actorsCount: 1,
    post: null,
    excerpt: null,
    event: null,
    createdAt: at.toISOString(),
    read: false,
    readAt: null,
    ...part,
  };
  const row = <NotificationRow notification={notification} unread={false} aria-posinset={1} aria-setsize={1} />;
  const { screen } = await renderOnPage(row);
  return screen.getByRole('link');
}

const line = () => document.querySelector('article p')?.textContent;

const post = { postId: 10, caption: 'Kayaks', imageUrl: null };
const evening = { startsAt: startsAt.toISOString(), endsAt: null, timeZone: 'Asia/Tokyo' };

test.each([
  ['eventTomorrow', 24, 'bob’s event is tomorrow'],
  ['eventTomorrow', 12, 'bob’s event: Sat 1 May, 18:30'],
  ['eventTomorrow', -3, 'bob’s event: Sat 1 May, 18:30'],
  ['eventSoon', 1, 'bob’s event begins in an hour'],
  ['eventSoon', 0.1, 'bob’s event: Sat 1 May, 18:30'],
  ['eventSoon', -3, 'bob’s event: Sat 1 May, 18:30'],
] as const)('a reminder %s, read %d hours before the event, says: %s', async (kind, hoursBefore, words) => {
  const read = new Date(startsAt.getTime() - hoursBefore * hour);
  await expect.element(await show(kind, read, { post, event: evening })).toHaveTextContent(words);
});

test.each([
  [24, 'bob’s event is tomorrow'],
  [12, 'bob’s event: Sat 1 May'],
] as const)(
  'a reminder of whole days elsewhere, read %d hours before their evening, says: %s',
  async (hours, words) => {
    const event = { startsAt: '2027-04-30T15:00:00.000Z', endsAt: '2027-05-01T15:00:00.000Z', timeZone: 'Asia/Tokyo' };
    const read = new Date(startsAt.getTime() - hours * hour);
    await expect.element(await show('eventTomorrow', read, { post, event })).toHaveTextContent(words);
  },
);

test.each([
  [0, [bob], 1, 'Today is bob’s birthday'],
  [3, [bob], 1, 'It was bob’s birthday'],
  [3, [bob, cleo], 2, 'It was bob’s and Cleo’s birthday'],
  [3, [bob, cleo], 4, 'It was the birthday of bob and 3 others'],
] as const)('a birthday %d days ago of %j, %d in all, says: %s', async (days, actors, actorsCount, words) => {
  const createdAt = new Date(startsAt.getTime() - days * 24 * hour).toISOString();
  const row = await show('birthday', startsAt, { createdAt, actors: [...actors], actorsCount });
  await expect.element(row).toHaveTextContent(words);
});

test('an open list says from midnight on that a birthday was yesterday', async () => {
  const row = await show('birthday', startsAt, {});
  await expect.element(row).toHaveTextContent('Today is bob’s birthday');
  vi.setSystemTime(new Date(2027, 4, 2));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(row).toHaveTextContent('It was bob’s birthday');
});

test('the user name stands beside the time of what one member with another name did', async () => {
  await show('like', startsAt, { actors: [cleo], post });
  await expect.poll(line).toMatch(/^@cleo\b/);
  await show('like', startsAt, { actors: [bob], post });
  expect(line()).not.toContain('@');
  await show('like', startsAt, { actors: [cleo, bob], actorsCount: 2, post });
  expect(line()).not.toContain('@');
});
