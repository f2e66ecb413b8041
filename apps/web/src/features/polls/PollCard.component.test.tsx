import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { waiting } from '../../lib/outbox/store.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Poll } from '../../lib/types.ts';
import { type Answers, inputsOf, Refusal } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { bob, page, samplePoll, samplePost } from '../../testing/samples.ts';
import { useOutbox } from '../shell/background.ts';
import PollCard from './PollCard.tsx';

/** A server with one poll, in which `others` have voted for the first option. */
function serverWith(part: Partial<Poll>, others = 3) {
  let poll = samplePoll({ voters: others, ...part });
  const answers: Answers = {
    'posts.byId': () => samplePost({ poll }),
    'polls.vote': ({ optionIds }: { optionIds: number[] }) => {
      const voted = optionIds.length > 0;
      const options = poll.options.map((option, index) => {
        const mine = optionIds.includes(option.id);
        return { ...option, mine, votes: voted ? (index === 0 ? others : 0) + Number(mine) : null };
      });
      poll = { ...poll, voters: others + Number(voted), options };
      return poll;
    },
    'polls.close': () => {
      poll = { ...poll, closed: true };
      return poll;
    },
  };
  return answers;
}

function Shown({ by }: { by: number }) {
  useOutbox();
  const { data } = trpc.posts.byId.useQuery({ postId: 10 });
  return data?.poll && <PollCard poll={data.poll} by={by} />;
}

const show = async (answers: Answers, by = bob.userId) => (await renderOnPage(<Shown by={by} />, { answers })).screen;

test('the numbers come with the vote, which can be changed and taken back', async () => {
  const screen = await show(serverWith({}));
  const option = (name: RegExp | string) => screen.getByRole('radio', { name });
  await expect.element(option('Lake')).not.toBeChecked();
  await expect.element(screen.getByText('3 votes')).toBeVisible();
  expect(screen.getByText('%').elements()).toEqual([]);
  await option('Lake').click();
  await expect.element(option(/Lake.*100%, 4 votes/)).toBeChecked();
  await option(/Hills/).click();
  await expect.element(option(/Hills.*25%, 1 vote/)).toBeChecked();
  await expect.element(option(/Lake.*75%, 3 votes/)).not.toBeChecked();
  await screen.getByRole('button', { name: 'Take back' }).click();
  await expect.element(screen.getByText('3 votes')).toBeVisible();
  await expect.element(option('Hills')).not.toBeChecked();
  expect(inputsOf('polls.vote')).toEqual([[1], [2], []].map((optionIds) => ({ pollId: 5, optionIds })));
});

test('of several answers each is a check box, and quick presses send the last choice', async () => {
  const answers = serverWith({ multiple: true });
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const vote = answers['polls.vote'];
  answers['polls.vote'] = async (input: never) => {
    await first;
    return vote?.(input);
  };
  const screen = await show(answers);
  for (const name of [/Lake/, /Hills/]) await screen.getByRole('checkbox', { name }).click();
  await expect.element(screen.getByRole('checkbox', { name: /Hills/ })).toBeChecked();
  await screen.getByRole('checkbox', { name: /Lake/ }).click();
  resolve();
  await expect.element(screen.getByRole('checkbox', { name: /Hills.*25%/ })).toBeChecked();
  await expect.element(screen.getByRole('checkbox', { name: /Lake/ })).not.toBeChecked();
  expect(inputsOf('polls.vote')).toMatchObject([{ optionIds: [1] }, { optionIds: [2] }]);
});

test('the arrow keys move among the options without voting, and Enter votes', async () => {
  const screen = await show(serverWith({}));
  const first = screen.getByRole('radio', { name: 'Lake' });
  await expect.element(first).toBeVisible();
  (first.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(screen.getByRole('radio', { name: 'Hills' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}{ArrowDown}');
  await expect.element(screen.getByRole('radio', { name: 'Hills' })).toHaveFocus();
  expect(inputsOf('polls.vote')).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('radio', { name: /Hills.*25%/ })).toBeChecked();
});

test('a vote that comes too late says so, and the results are shown', async () => {
  const answers = serverWith({});
  let late = false;
  answers['polls.vote'] = () => {
    late = true;
    throw new Refusal('poll-closed');
  };
  const closed = samplePoll({
    closed: true,
    voters: 2,
    options: samplePoll().options.map((option) => ({ ...option, votes: 1 })),
  });
  answers['posts.byId'] = () => samplePost({ poll: late ? closed : samplePoll() });
  const screen = await show(answers);
  await screen.getByRole('radio', { name: 'Lake' }).click();
  await expect.element(screen.getByText(/This poll is closed/)).toBeVisible();
  await expect.element(screen.getByRole('list', { name: 'Poll' }).getByText('Lake')).toBeVisible();
  await expect.element(screen.getByText('2 votes · closed')).toBeVisible();
  expect(screen.getByRole('radio').elements()).toEqual([]);
});

test('a vote without a connection waits, also for a page that opens later, and only the last choice is sent', async () => {
  const answers = serverWith({});
  const vote = answers['polls.vote'];
  const isBack = Promise.withResolvers<void>();
  let calls = 0;
  answers['polls.vote'] = async (input: never) => {
    calls += 1;
    if (calls === 1) throw new Error('no connection');
    await isBack.promise;
    return vote?.(input);
  };
  const screen = await show(answers);
  const option = (name: RegExp) => screen.getByRole('radio', { name });
  await option(/Lake/).click();
  await expect.poll(() => calls).toBe(2);
  await expect.element(option(/Lake/)).toBeChecked();
  await expect.element(screen.getByText('4 votes')).toBeVisible();
  await option(/Hills/).click();
  await expect.element(option(/Hills/)).toBeChecked();
  expect(waiting()).toMatchObject([{ kind: 'vote', payload: { optionIds: [2] } }]);
  const later = await show(answers);
  await expect.element(later.getByRole('radio', { name: /Hills/ }).last()).toBeChecked();
  isBack.resolve();
  await expect.poll(() => waiting()).toEqual([]);
  await expect.element(option(/Hills.*25%, 1 vote/).first()).toBeChecked();
  expect(inputsOf('polls.vote').at(-1)).toEqual({ pollId: 5, optionIds: [2] });
});

test('a vote that waited until the poll was closed says so, and the results are shown', async () => {
  const answers = serverWith({});
  let calls = 0;
  answers['polls.vote'] = () => {
    calls += 1;
    throw calls === 1 ? new Error('no connection') : new Refusal('poll-closed');
  };
  answers['posts.byId'] = () => samplePost({ poll: samplePoll({ closed: calls > 1, voters: 2 }) });
  const screen = await show(answers);
  await screen.getByRole('radio', { name: 'Lake' }).click();
  await expect.element(screen.getByText(/Your vote does not count.*This poll is closed/)).toBeVisible();
  await expect.element(screen.getByText('2 votes · closed')).toBeVisible();
  expect(waiting()).toEqual([]);
});

test('its author closes it after a question, and nobody else can', async () => {
  const others = await show(serverWith({}));
  await expect.element(others.getByRole('radio', { name: 'Lake' })).toBeVisible();
  expect(others.getByRole('button', { name: 'Close the poll' }).elements()).toEqual([]);
  const screen = await show(serverWith({}), 1);
  await screen.getByRole('button', { name: 'Close the poll' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Close the poll' }).click();
  await expect.element(screen.getByText('3 votes · closed')).toBeVisible();
  expect(inputsOf('polls.close')).toEqual([{ pollId: 5 }]);
});

test('a poll that names its voters says so before the vote, and lists them after it with what they chose', async () => {
  const person = { bio: 'Rows', followedByMe: true, followState: 'following', visibility: 'public' };
  const screen = await show({
    ...serverWith({ named: true }, 1),
    'polls.voters': () => page({ ...bob, ...person, optionIds: [1, 2] }),
  });
  await expect.element(screen.getByText('1 vote · names are shown')).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
  await screen.getByRole('radio', { name: 'Lake' }).click();
  await screen.getByRole('button', { name: '2 votes: who' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Who voted' });
  await expect.element(dialog.getByText('Lake, Hills')).toBeVisible();
});

test('a poll that is not sent yet has no controls, and each text has its own direction', async () => {
  const options = [{ id: 0, text: 'בית', votes: null, mine: false }];
  const { screen } = await renderOnPage(<PollCard poll={samplePoll({ id: 0, options })} by={1} />);
  await expect.element(screen.getByText('בית')).toHaveAttribute('dir', 'auto');
  expect(screen.getByRole('radio').elements()).toEqual([]);
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('an open page shows the results once the time of the poll is over', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const closesAt = new Date(Date.now() + 3_600_000).toISOString();
  const answers = serverWith({ closesAt });
  const screen = await show(answers);
  const choices = screen.getByRole('radio');
  await expect.element(choices.first()).toBeVisible();
  const inAMinute = () => {
    vi.setSystemTime(Math.max(Date.now(), Date.parse(closesAt)) + 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  const fetched = inputsOf('posts.byId').length;
  inAMinute();
  // The clock of the server is behind.
  await expect.poll(() => inputsOf('posts.byId').length).toBe(fetched + 1);
  expect(choices.elements()).not.toEqual([]);
  answers['posts.byId'] = () => samplePost({ poll: samplePoll({ closesAt, closed: true, voters: 3 }) });
  inAMinute();
  await expect.element(screen.getByText('3 votes · closed')).toBeVisible();
  expect(choices.elements()).toEqual([]);
});
