import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderOnPage } from '../testing/render.tsx';
import { devTools, endComposition } from '../testing/touch.ts';
import { Dialog } from './Dialog.tsx';

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Write
      </button>
      {open && (
        <Dialog title="A note" onClose={() => setOpen(false)}>
          <textarea aria-label="Text" />
        </Dialog>
      )}
    </>
  );
}

test('Escape closes a dialog and gives the focus back, but belongs to an input method that composes', async () => {
  const { screen } = await renderOnPage(<Page />);
  await screen.getByRole('button', { name: 'Write' }).click();
  const field = screen.getByRole('textbox', { name: 'Text' });
  await field.click();
  const browser = devTools();
  await browser.send('Input.imeSetComposition', { text: 'かな', selectionStart: 2, selectionEnd: 2 });
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await browser.send('Input.insertText', { text: '仮名' });
  await expect.element(field).toHaveValue('仮名');
  endComposition(field.element(), 'Escape');
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Write' })).toHaveFocus();
  expect(screen.getByRole('dialog').query()).toBeNull();
});
