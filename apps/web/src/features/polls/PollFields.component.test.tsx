import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { PollDraft } from '../../lib/outbox/payloads.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { endComposition } from '../../testing/touch.ts';
import PollDialog from './PollDialog.tsx';
import { PollFields } from './PollFields.tsx';
import { emptyPoll, writtenPoll } from './pollDraft.ts';

test('options are added with Enter up to six, and taken away down to two', async () => {
  let draft: PollDraft = emptyPoll;
  function Writing() {
    const [poll, setPoll] = useState(emptyPoll);
    draft = poll;
    return <PollFields poll={poll} onChange={setPoll} />;
  }
  const { screen } = await renderOnPage(<Writing />);
  const option = (number: number) => screen.getByRole('textbox', { name: `Option ${number}` });
  expect(screen.getByRole('button', { name: /^Remove/ }).elements()).toEqual([]);
  await option(1).click();
  endComposition(option(1).element(), 'Enter');
  await expect.element(option(1)).toHaveFocus();
  for (const text of ['one', 'two', 'three', 'four', 'five']) await userEvent.keyboard(`${text}{Enter}`);
  await expect.element(option(6)).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: 'Option', exact: true })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Remove option 2' }).click();
  await screen.getByRole('button', { name: 'Show who voted' }).click();
  await screen.getByRole('button', { name: /^Voting ends/ }).click();
  await screen.getByRole('menuitemradio', { name: 'After a day' }).click();
  expect(writtenPoll(draft).input).toEqual({
    ...{ options: ['one', 'three', 'four', 'five'], multiple: false, named: true },
    closesInSeconds: 86_400,
  });
});

test('a poll is taken out of a post where it is written', async () => {
  const onRemove = vi.fn();
  const { screen } = await renderOnPage(<PollFields poll={emptyPoll} onChange={() => undefined} onRemove={onRemove} />);
  await screen.getByRole('button', { name: 'No poll' }).click();
  expect(onRemove).toHaveBeenCalledOnce();
});

test('a poll in a chat needs a question and two different options, and its draft survives closing', async () => {
  const sent: unknown[] = [];
  const open = async () => {
    const { screen } = await renderOnPage(
      <PollDialog
        draft="message.2"
        question="Where to?"
        onClose={() => undefined}
        onSend={(question, { input }) => void sent.push([question, input.options])}
      />,
    );
    return screen;
  };
  const screen = await open();
  const send = screen.getByRole('button', { name: 'Send' });
  await screen.getByRole('textbox', { name: 'Option 1' }).fill('Lake');
  await send.click();
  await expect.element(screen.getByText('A poll needs two options.')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Option 2' }).fill(' Lake');
  await send.click();
  await expect.element(screen.getByText('Two options are the same.')).toBeVisible();
  const again = await open();
  await again.getByRole('textbox', { name: 'Option 2' }).fill('Hills');
  await again.getByRole('textbox', { name: 'Question' }).fill(' ');
  await again.getByRole('button', { name: 'Send' }).click();
  await expect.element(again.getByText('Write a question')).toBeVisible();
  await again.getByRole('textbox', { name: 'Question' }).fill('Where to?');
  await again.getByRole('button', { name: 'Send' }).click();
  expect(sent).toEqual([['Where to?', ['Lake', 'Hills']]]);
});
