import { expect, test } from 'vitest';
import { ToggleQueue } from './toggleQueue.ts';

const scripted = (initial: boolean, outcomes: ('ok' | 'fail')[]) => {
  const sent: boolean[] = [];
  const settled: [boolean, boolean][] = [];
  const queue = new ToggleQueue(
    initial,
    async (wish) => {
      sent.push(wish);
      await Promise.resolve();
      if ((outcomes.shift() ?? 'ok') === 'fail') throw new Error('no');
      return wish;
    },
    (confirmed, error) => settled.push([confirmed, error !== undefined]),
  );
  return { queue, sent, settled };
};

test('sends the first and the last of many quick wishes', async () => {
  const { queue, sent, settled } = scripted(false, []);
  queue.want(true);
  queue.want(false);
  queue.want(true);
  queue.want(false);
  await queue.want(true);
  expect(sent).toEqual([true]);
  expect(settled).toEqual([[true, false]]);
});

test('sends the opposite wish after the one under way', async () => {
  const { queue, sent, settled } = scripted(false, []);
  queue.want(true);
  await queue.want(false);
  expect(sent).toEqual([true, false]);
  expect(settled).toEqual([[false, false]]);
});

test('a failure restores what was confirmed', async () => {
  const { queue, sent, settled } = scripted(false, ['fail']);
  await queue.want(true);
  expect(sent).toEqual([true]);
  expect(settled).toEqual([[false, true]]);
});

test('a wish made while a call fails is still heard', async () => {
  const { queue, sent, settled } = scripted(true, ['fail']);
  queue.want(false);
  await queue.want(true);
  expect(sent).toEqual([false]);
  expect(settled).toEqual([[true, false]]);
});

test('works again after a failure', async () => {
  const { queue, sent, settled } = scripted(false, ['fail', 'ok']);
  await queue.want(true);
  await queue.want(true);
  expect(sent).toEqual([true, true]);
  expect(settled).toEqual([
    [false, true],
    [true, false],
  ]);
});

test('a state that was not wished but confirmed is not wished for again, and may be taken back', async () => {
  type State = 'none' | 'requested' | 'following';
  const sent: State[] = [];
  const settled: State[] = [];
  const queue = new ToggleQueue<State>(
    'none',
    async (wish) => {
      sent.push(wish);
      return wish === 'none' ? 'none' : 'requested';
    },
    (confirmed) => settled.push(confirmed),
  );
  await queue.want('following');
  await queue.want('none');
  expect(sent).toEqual(['following', 'none']);
  expect(settled).toEqual(['requested', 'none']);
});
