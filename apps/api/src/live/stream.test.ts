import type { LiveNews } from '@kith/domain';
import { expect, test, vi } from 'vitest';
import { Stream } from './stream.ts';

const news = (senderId: number, ...readers: number[]): LiveNews => ({
  item: { name: 'message.typing', senderId },
  readers: new Set(readers),
});
const open = (onEnd = () => {}) => new Stream('one', 7, 'session', onEnd);

test('hands out what is for its user in the order in which it happened, also while some is still being read', async () => {
  const stream = open();
  const { promise, resolve } = Promise.withResolvers<LiveNews | null>();
  const first = stream.next();
  for (const each of [promise, news(2, 8), Promise.resolve(null), news(3, 7)]) stream.receive(each);
  let early = false;
  void first.then(() => {
    early = true;
  });
  await new Promise(setImmediate);
  expect(early).toBe(false);
  resolve(news(1, 7));
  expect(await first).toEqual(news(1).item);
  expect(await stream.next()).toEqual(news(3).item);
});

test('ends whoever waits, once, and gives nothing that is read afterwards', async () => {
  const onEnd = vi.fn();
  const stream = open(onEnd);
  const { promise, resolve } = Promise.withResolvers<LiveNews | null>();
  stream.receive(promise);
  const waiting = stream.next();
  stream.end();
  resolve(news(1, 7));
  expect(await waiting).toBeNull();
  stream.receive(news(2, 7));
  expect(await stream.next()).toBeNull();
  stream.end();
  expect(onEnd).toHaveBeenCalledOnce();
});

test('is ended when a thousand events wait for a slow browser', async () => {
  const onEnd = vi.fn();
  const stream = open(onEnd);
  for (let n = 0; n < 1_000; n++) stream.receive(news(n, 7));
  expect(onEnd).not.toHaveBeenCalled();
  stream.receive(news(1, 7));
  expect(onEnd).toHaveBeenCalledOnce();
});
