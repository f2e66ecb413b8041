import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { forgetOutbox, waiting } from '../../../lib/outbox/store.ts';
import { pictureFile } from '../../../testing/files.ts';
import { renderOnPage } from '../../../testing/render.tsx';
import { sampleLink } from '../../../testing/samples.ts';
import { useChosenPictures } from '../../composer/useChosenPictures.ts';
import type { Target } from './chatActions.tsx';
import { MessageForm } from './MessageForm.tsx';

afterEach(forgetOutbox);

const none = { deleted: false, folded: false, picture: false, media: null, post: false, poll: false };
const quote = { messageId: 7, senderId: 1, content: 'See you', ...none };
const sent: Target = { kind: 'edit', messageId: 7, quote, content: 'See you' };

function Form({ file }: { file: File }) {
  const pictures = useChosenPictures({});
  const [target, setTarget] = useState<Target | null>(null);
  const none = () => undefined;
  return (
    <>
      <button type="button" onClick={() => setTarget(sent)}>
        Edit
      </button>
      <button type="button" onClick={() => pictures.add([file])}>
        Drop
      </button>
      <MessageForm
        chosen={{ userId: 2 }}
        nameOf={() => 'Bob'}
        target={target}
        onDone={none}
        onSent={none}
        pictures={pictures}
        members={[]}
      />
    </>
  );
}

async function show() {
  const answers = {
    'linkPreviews.read': ({ url }: { url: string }) => sampleLink({ url }),
    'messages.typing': () => null,
  };
  const { screen } = await renderOnPage(<Form file={await pictureFile('lake.png')} />, { answers });
  return screen;
}

async function record() {
  const screen = await show();
  const record = screen.getByRole('button', { name: 'Record a voice message' });
  await expect.element(record).toBeVisible();
  (record.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('timer')).toBeVisible();
  return screen;
}

test('a voice message that is being recorded stays when a picture is dropped', async () => {
  const screen = await record();
  await screen.getByRole('button', { name: 'Drop' }).click();
  await expect.element(screen.getByRole('img', { name: 'Preview of lake.png' })).toBeVisible();
  await screen.getByRole('button', { name: 'Stop recording' }).click();
  await screen.getByRole('button', { name: 'Discard the recording' }).click();
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
});

test('a voice message that is being recorded stays when a message is to be edited, which begins after it', async () => {
  const screen = await record();
  await screen.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.element(screen.getByText('Edit message')).toBeVisible();
  await screen.getByRole('button', { name: 'Stop recording' }).click();
  await expect.element(screen.getByRole('slider', { name: 'Voice message by You' })).toBeVisible();
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Edit your message' })).toHaveValue('See you');
  await expect.poll(() => waiting()).toMatchObject([{ payload: { voice: { durationMs: expect.any(Number) } } }]);
});

test('a preview that was taken away comes for the next message with the same link', async () => {
  const screen = await show();
  const field = screen.getByRole('textbox', { name: 'Write a message…' });
  const write = async () => {
    await field.fill('https://lake.test/walk');
    await expect.element(screen.getByRole('button', { name: 'Remove the preview' })).toBeVisible();
  };
  await write();
  await screen.getByRole('button', { name: 'Remove the preview' }).click();
  await userEvent.keyboard('{Enter}');
  expect(waiting().map(({ payload }) => payload)).toEqual([expect.objectContaining({ preview: false })]);
  await write();
});
