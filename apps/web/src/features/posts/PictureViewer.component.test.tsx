import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderOnPage } from '../../testing/render.tsx';
import { samplePicture } from '../../testing/samples.ts';
import PictureViewer from './PictureViewer.tsx';

test('the viewer has a name, describes its picture, and Escape closes it', async () => {
  const onClose = vi.fn();
  const pictures = [{ ...samplePicture(), alt: 'The lake at dawn', label: 'The lake at dawn' }];
  const { screen } = await renderOnPage(
    <PictureViewer title="Pictures by bob" pictures={pictures} index={0} onClose={onClose} />,
  );
  await expect.element(screen.getByText('The lake at dawn')).toBeVisible();
  const dialogs = screen.getByRole('dialog', { name: 'Pictures by bob', exact: true }).elements();
  // The library's viewer is inside the dialog that traps the focus.
  expect(dialogs.map(({ className }) => className.includes('pswp'))).toEqual([false, true]);
  expect(screen.getByRole('dialog').elements()).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
