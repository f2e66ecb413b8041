import type { LiveItem } from '@kith/contracts';
import type { LiveDelivery } from '@kith/domain';
import { expect, test, vi } from 'vitest';
import { Replays } from './replays.ts';
import { Stream } from './stream.ts';

const news = (senderId: number, ...readers: number[]): LiveDelivery => ({
  item: { name: 'message.typing', senderId },
  readers: new Set(readers),
});
const replays = new Replays({ acquireSlot: () => undefined, releaseSlot: () => {} });
const open = (onEnd = () => {}) => new Stream('one', 7, 'session', replays, onEnd);
const nextTick = () => new Promise(setImmediate);

test('a stream yields the events for its user in the order they happened, even while some are still being read', async () => {
  const stream = open();
  const taken: LiveItem[] = [];
  stream.receive(news(1, 7));
  void stream.deliverTo((item) => void taken.push(item));
  expect(taken).toEqual([news(1).item]);
  const { promise, resolve } = Promise.withResolvers<LiveDelivery | null>();
  for (const each of [promise, news(3, 8), Promise.resolve(null), news(4, 7)]) stream.receive(each);
  await nextTick();
  expect(taken.length).toBe(1);
  resolve(news(2, 7));
  await nextTick();
  expect(taken).toEqual([1, 2, 4].map((sender) => news(sender).item));
});

test('a stream yields no further event while the previous one is being consumed', async () => {
  const stream = open();
  const taken: LiveItem[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  void stream.deliverTo((item) => {
    taken.push(item);
    return taken.length === 1 ? promise : undefined;
  });
  for (const each of [news(1, 7), news(2, 7), Promise.resolve(news(3, 7))]) stream.receive(each);
  await nextTick();
  expect(taken).toEqual([news(1).item]);
  resolve();
  await nextTick();
  expect(taken).toEqual([1, 2, 3].map((sender) => news(sender).item));
});

test('a stream ends once, and yields nothing that is read afterwards', async () => {
  const onEnd = vi.fn();
  const taken = vi.fn();
  const stream = open(onEnd);
  const { promise, resolve } = Promise.withResolvers<LiveDelivery | null>();
  stream.receive(promise);
  const over = stream.deliverTo(taken);
  stream.end();
  resolve(news(1, 7));
  await over;
  stream.receive(news(2, 7));
  stream.end();
  await nextTick();
  expect(taken).not.toHaveBeenCalled();
  expect(onEnd).toHaveBeenCalledOnce();
  await stream.deliverTo(taken);
});

test('a stream ends with the reason when its consumer fails', async () => {
  const onEnd = vi.fn();
  const stream = open(onEnd);
  const over = stream.deliverTo(() => Promise.reject(new Error('gone')));
  stream.receive(news(1, 7));
  await expect(over).rejects.toThrow('gone');
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a stream stops reading missed events once it has ended', async () => {
  const stream = open();
  expect(await stream.replay(async () => 'missed')).toBe('missed');
  const first = stream.replay(nextTick);
  const read = vi.fn();
  const late = stream.replay(read);
  stream.end();
  await first;
  expect(await late).toBeNull();
  expect(read).not.toHaveBeenCalled();
});

test('a stream ends when a thousand events wait for a slow browser', async () => {
  const onEnd = vi.fn();
  const stream = open(onEnd);
  for (let n = 0; n < 1_000; n++) stream.receive(news(n, 7));
  expect(onEnd).not.toHaveBeenCalled();
  stream.receive(news(1, 7));
  expect(onEnd).toHaveBeenCalledOnce();
});
