import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { forgetOutbox, waiting } from '../../../lib/outbox/store.ts';
import { pictureFile } from '../../../testing/files.ts';
import { renderOnPage } from '../../../testing/render.tsx';
import { sampleLink } from '../../../testing/samples.ts';
import { useChosenPictures } from '../../composer/useChosenPictures.ts';
import { MessageForm } from './MessageForm.tsx';

afterEach(forgetOutbox);

function Form({ file }: { file: File }) {
  const pictures = useChosenPictures({});
  const none = () => undefined;
  return (
    <>
      <button type="button" onClick={() => pictures.add([file])}>
        Drop
      </button>
      <MessageForm
        chosen={{ userId: 2 }}
        nameOf={() => 'Bob'}
        target={null}
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

test('a voice message that is being recorded stays when a picture is dropped', async () => {
  const screen = await show();
  const record = screen.getByRole('button', { name: 'Record a voice message' });
  await expect.element(record).toBeVisible();
  (record.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('timer')).toBeVisible();
  await screen.getByRole('button', { name: 'Drop' }).click();
  await expect.element(screen.getByRole('img', { name: 'Preview of lake.png' })).toBeVisible();
  await screen.getByRole('button', { name: 'Stop recording' }).click();
  await screen.getByRole('button', { name: 'Discard the recording' }).click();
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
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
