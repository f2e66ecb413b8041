import { afterEach, expect, test, vi } from 'vitest';
import type { NotificationView } from '../../lib/types.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { bob } from '../../testing/samples.ts';
import { NotificationRow } from './NotificationRow.tsx';

afterEach(() => void vi.useRealTimers());

const startsAt = new Date(2027, 4, 1, 18, 30);
const hour = 3_600_000;

/** A reminder of an event of bob, read some hours before it. */
async function read(kind: 'eventTomorrow' | 'eventSoon', hoursBefore: number) {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(startsAt.getTime() - hoursBefore * hour);
  const notification: NotificationView = {
    notificationId: 1,
    kind,
    actors: [bob],
    actorsCount: 1,
    post: { postId: 10, caption: 'Kayaks', imageUrl: null },
    excerpt: null,
    event: { startsAt: startsAt.toISOString(), endsAt: null, timeZone: 'Asia/Tokyo' },
    createdAt: new Date().toISOString(),
    read: false,
    readAt: null,
  };
  const row = <NotificationRow notification={notification} unread={false} aria-posinset={1} aria-setsize={1} />;
  const { screen } = await renderOnPage(row);
  return screen.getByRole('link');
}

test.each([
  ['eventTomorrow', 24, 'bob’s event is tomorrow'],
  ['eventTomorrow', 12, 'bob’s event: Sat 1 May, 18:30'],
  ['eventTomorrow', -3, 'bob’s event: Sat 1 May, 18:30'],
  ['eventSoon', 1, 'bob’s event begins in an hour'],
  ['eventSoon', 0.1, 'bob’s event: Sat 1 May, 18:30'],
  ['eventSoon', -3, 'bob’s event: Sat 1 May, 18:30'],
] as const)('a reminder %s, read %d hours before the event, says: %s', async (kind, hoursBefore, words) => {
  await expect.element(await read(kind, hoursBefore)).toHaveTextContent(words);
});
