import type { LiveItem, MessageView } from '@kith/contracts';
import type { LiveDelivery, ResolvedSession, readMissed } from '@kith/domain';
import { expect, test, vi } from 'vitest';
import { responseFor } from '../testing/eventRecorder.ts';
import { Stream, type StreamHost } from './stream.ts';

const typing = (senderId: number, ...readers: number[]): LiveDelivery => ({
  item: { name: 'message.typing', senderId },
  readers: new Set(readers),
});
const session = { userId: 7, sessionId: 'session', token: null } as ResolvedSession;
const nextTick = () => new Promise(setImmediate);

/** A stream of member 7, and the events that it has sent. */
function open(host: Partial<StreamHost> = {}, response?: ReturnType<typeof responseFor>) {
  const sent: LiveItem[] = [];
  const onEnd = vi.fn();
  const onError = vi.fn();
  const all = { missed: async () => null, onEnd, onError, ...host };
  const stream = new Stream('one', session, 40, response ?? responseFor((item) => void sent.push(item)), all);
  return { stream, sent, onEnd, onError };
}

test('a stream sends the events for its user in the order they happened, even while some are still being read', async () => {
  const { stream, sent } = open();
  stream.receive(typing(1, 7));
  expect(sent).toEqual([typing(1).item]);
  const { promise, resolve } = Promise.withResolvers<LiveDelivery | null>();
  for (const each of [promise, typing(3, 8), Promise.resolve(null), typing(4, 7)]) stream.receive(each);
  await nextTick();
  expect(sent.length).toBe(1);
  resolve(typing(2, 7));
  await nextTick();
  expect(sent).toEqual([1, 2, 4].map((sender) => typing(sender).item));
});

test('a stream sends what it missed before later events, and the newest position with them', async () => {
  const missed = Promise.withResolvers<Awaited<ReturnType<typeof readMissed>>>();
  const texts: string[] = [];
  const response = responseFor(() => {});
  vi.spyOn(response, 'write').mockImplementation((text) => texts.push(String(text)) > 0);
  const { stream } = open({ missed: () => missed.promise }, response);
  stream.replay();
  stream.receive(typing(1, 7));
  await nextTick();
  expect(texts).toEqual([]);
  const message = { messageId: 41, receiver: null } as MessageView;
  missed.resolve({ position: 45, messages: [message] });
  await nextTick();
  expect(texts.map((text) => /id: (\d+)\ndata: {"name":"([\w.]+)"/.exec(text)?.slice(1))).toEqual([
    ['41', 'chat.message'],
    ['45', 'ready'],
    ['45', 'message.typing'],
  ]);
});

test('a stream sends nothing further until a slow browser has taken what was sent', async () => {
  const sent: LiveItem[] = [];
  const response = responseFor((item) => void sent.push(item));
  let full = true;
  vi.spyOn(response, 'writableNeedDrain', 'get').mockImplementation(() => full);
  const { stream } = open({}, response);
  for (const each of [typing(1, 7), Promise.resolve(typing(2, 7))]) stream.receive(each);
  await nextTick();
  expect(sent).toEqual([]);
  full = false;
  response.emit('drain');
  await nextTick();
  expect(sent).toEqual([1, 2].map((sender) => typing(sender).item));
});

test('a stream ends once, and sends nothing that is read afterwards', async () => {
  const { stream, sent, onEnd } = open();
  const { promise, resolve } = Promise.withResolvers<LiveDelivery | null>();
  stream.receive(promise);
  stream.end();
  resolve(typing(1, 7));
  stream.receive(typing(2, 7));
  stream.end();
  await nextTick();
  expect(sent).toEqual([]);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a stream ends when its browser is gone, or what it missed cannot be read', async () => {
  const response = responseFor(() => {});
  const gone = open({}, response);
  response.emit('close');
  expect(gone.onEnd).toHaveBeenCalledOnce();
  const failed = open({ missed: () => Promise.reject(new Error('no')) });
  failed.stream.replay();
  await nextTick();
  expect([failed.onEnd.mock.calls.length, failed.onError.mock.calls.length]).toEqual([1, 1]);
});

test('a stream ends when a thousand events wait for a slow browser', () => {
  const { stream, onEnd } = open();
  stream.receive(new Promise(() => {}));
  for (let n = 0; n < 1_000; n++) stream.receive(typing(n, 7));
  expect(onEnd).not.toHaveBeenCalled();
  stream.receive(typing(1, 7));
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a stream sends a ping after four heartbeats without an event, so that the browser notices a dead connection', () => {
  const response = responseFor(() => {});
  const texts = vi.spyOn(response, 'write');
  const { stream } = open({}, response);
  const heartbeats = (count: number) => Array.from({ length: count }, () => stream.heartbeat());
  heartbeats(3);
  stream.receive(typing(1, 7));
  heartbeats(3);
  expect(texts).toHaveBeenCalledOnce();
  heartbeats(1);
  expect(texts).toHaveBeenLastCalledWith('event: ping\ndata: \n\n');
});
