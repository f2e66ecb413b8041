import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

test('on a phone an arrow leads back from a popup that is like a screen; others have a cross', async () => {
  onTestFinished(() => page.viewport(1280, 860));
  let closed = 0;
  const show = async (isScreen: boolean) =>
    (
      await renderOnPage(
        <Dialog title="A note" screen={isScreen} onClose={() => (closed += 1)}>
          <p>Words</p>
        </Dialog>,
      )
    ).screen;
  await page.viewport(390, 700);
  const screen = await show(true);
  const back = screen.getByRole('button', { name: 'Back' });
  await expect.element(back).toBeVisible();
  expect(screen.getByRole('button', { name: 'Close' }).query()).toBeNull();
  const title = screen.getByRole('heading', { name: 'A note' }).element().getBoundingClientRect();
  expect(back.element().getBoundingClientRect().right).toBeLessThanOrEqual(title.left + 12);
  await back.click();
  expect(closed).toBe(1);
  const other = await show(false);
  await expect.element(other.getByRole('button', { name: 'Close' })).toBeVisible();
  expect(other.getByRole('button', { name: 'Back' }).query()).toBeNull();
  await page.viewport(1280, 700);
  const wide = await show(true);
  await expect.element(wide.getByRole('button', { name: 'Close' })).toBeVisible();
});
