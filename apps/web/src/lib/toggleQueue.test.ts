import { expect, test } from 'vitest';
import { ToggleQueue } from './toggleQueue.ts';

const scripted = (initial: boolean, outcomes: ('ok' | 'fail')[]) => {
  const sent: boolean[] = [];
  const settled: [boolean, boolean][] = [];
  const queue = new ToggleQueue(
    initial,
    async (requested) => {
      sent.push(requested);
      await Promise.resolve();
      if ((outcomes.shift() ?? 'ok') === 'fail') throw new Error('no');
      return requested;
    },
    (confirmed, error) => settled.push([confirmed, error !== undefined]),
  );
  return { queue, sent, settled };
};

test('of many quick toggles, the queue sends the first and, if it differs, the last', async () => {
  const { queue, sent, settled } = scripted(false, []);
  void queue.request(true);
  void queue.request(false);
  void queue.request(true);
  void queue.request(false);
  await queue.request(true);
  expect(sent).toEqual([true]);
  expect(settled).toEqual([[true, false]]);
});

test('the opposite toggle is sent after the one in flight', async () => {
  const { queue, sent, settled } = scripted(false, []);
  void queue.request(true);
  await queue.request(false);
  expect(sent).toEqual([true, false]);
  expect(settled).toEqual([[false, false]]);
});

test('a failure restores the confirmed state', async () => {
  const { queue, sent, settled } = scripted(false, ['fail']);
  await queue.request(true);
  expect(sent).toEqual([true]);
  expect(settled).toEqual([[false, true]]);
});

test('a toggle back to the confirmed state during a failing call needs no further call', async () => {
  const { queue, sent, settled } = scripted(true, ['fail']);
  void queue.request(false);
  await queue.request(true);
  expect(sent).toEqual([false]);
  expect(settled).toEqual([[true, false]]);
});

test('the queue works after a failure', async () => {
  const { queue, sent, settled } = scripted(false, ['fail', 'ok']);
  await queue.request(true);
  await queue.request(true);
  expect(sent).toEqual([true, true]);
  expect(settled).toEqual([
    [false, true],
    [true, false],
  ]);
});

test('a confirmed state that differs from the requested one is not sent, and can be reverted', async () => {
  type State = 'none' | 'requested' | 'following';
  const sent: State[] = [];
  const settled: State[] = [];
  const queue = new ToggleQueue<State>(
    'none',
    async (requested) => {
      sent.push(requested);
      return requested === 'none' ? 'none' : 'requested';
    },
    (confirmed) => settled.push(confirmed),
  );
  await queue.request('following');
  await queue.request('none');
  expect(sent).toEqual(['following', 'none']);
  expect(settled).toEqual(['requested', 'none']);
});
