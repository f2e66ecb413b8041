import { useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pictureFile } from '../../../testing/files.ts';
import { paste } from '../../../testing/paste.ts';
import { renderOnPage } from '../../../testing/render.tsx';
import { devTools, endComposition } from '../../../testing/touch.ts';
import { MessageField } from './MessageField.tsx';

const member = (userId: number, userName: string, displayName: string | null = null) => ({
  ...{ userId, userName, displayName },
  profilePicture: null,
});
const members = [member(2, 'pete'), member(3, 'zk', 'Zośka Kowalska')];

const onSubmit = vi.fn();
const onEscape = vi.fn();
const onFiles = vi.fn<(files: FileList) => void>();

function Field() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  return (
    <div style={{ paddingTop: 400 }}>
      <MessageField
        field={field}
        above={null}
        label="Write"
        submitLabel="Send"
        icon={null}
        text={text}
        members={members}
        onText={setText}
        onSubmit={() => onSubmit(text)}
        onEscape={onEscape}
        onFiles={onFiles}
      />
    </div>
  );
}

test('an @ offers the members of the group alone, whose keys are not those of the message', async () => {
  const { screen } = await renderOnPage(<Field />);
  const field = screen.getByLabelText('Write');
  await userEvent.type(field, 'Ask @');
  const list = screen.getByRole('listbox', { name: 'Suggestions' });
  await expect.poll(() => list.getByRole('option').elements().length).toBe(2);
  await userEvent.keyboard('kowals');
  await expect.poll(() => list.getByRole('option').elements().length).toBe(1);
  expect(list.element().getBoundingClientRect().bottom).toBeLessThan(field.element().getBoundingClientRect().top);
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('Ask @zk ');
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.keyboard('@p');
  await expect.element(list).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(onEscape).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith('Ask @zk @p');
});

test('an emoji is inserted at the caret, and the focus returns to the field', async () => {
  const { screen } = await renderOnPage(<Field />);
  const field = screen.getByLabelText('Write');
  await userEvent.type(field, 'Yes!');
  await userEvent.keyboard('{ArrowLeft}');
  await screen.getByRole('button', { name: 'Choose an emoji' }).click();
  await screen.getByRole('searchbox', { name: 'Search emoji' }).fill('birthday cake');
  await expect.element(screen.getByRole('gridcell', { name: 'birthday cake' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('Yes🎂!');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('s');
  await expect.element(field).toHaveValue('Yes🎂s!');
});

test('a pasted text wins over the picture of it that a spreadsheet puts beside it; a picture alone is attached', async () => {
  const { screen } = await renderOnPage(<Field />);
  const field = screen.getByLabelText('Write').element();
  expect(paste(field, [await pictureFile('cells.png')], 'Ana 3')).toBe(true);
  expect(onFiles).not.toHaveBeenCalled();
  expect(paste(field, [await pictureFile('lake.png')])).toBe(false);
  expect([...(onFiles.mock.lastCall?.[0] ?? [])].map(({ name }) => name)).toEqual(['lake.png']);
});

test('an Enter or Escape that belongs to an input method neither sends, nor takes a suggestion, nor an emoji', async () => {
  const { screen } = await renderOnPage(<Field />);
  const field = screen.getByLabelText('Write');
  const browser = devTools();
  const list = screen.getByRole('listbox', { name: 'Suggestions' });
  await userEvent.type(field, '@p');
  await expect.element(list).toBeVisible();
  endComposition(field.element(), 'Enter');
  await expect.element(field).toHaveValue('@p');
  await userEvent.keyboard('{Escape}');
  await userEvent.type(field, ' ');
  await browser.send('Input.imeSetComposition', { text: 'かな', selectionStart: 2, selectionEnd: 2 });
  for (const key of ['Enter', 'Escape'])
    await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 });
  await browser.send('Input.insertText', { text: '仮名' });
  for (const key of ['Enter', 'Escape'] as const) endComposition(field.element(), key);
  await expect.element(field).toHaveValue('@p 仮名');
  expect([onSubmit.mock.calls, onEscape.mock.calls]).toEqual([[], []]);
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith('@p 仮名');

  await screen.getByRole('button', { name: 'Choose an emoji' }).click();
  const search = screen.getByRole('searchbox', { name: 'Search emoji' });
  await search.fill('birthday cake');
  await expect.element(screen.getByRole('gridcell', { name: 'birthday cake' })).toBeVisible();
  endComposition(search.element(), 'Enter');
  await userEvent.keyboard('{End}');
  await expect.element(search).toBeVisible();
  await expect.element(field).toHaveValue('@p 仮名');
});
