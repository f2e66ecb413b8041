import { afterEach, expect, test, vi } from 'vitest';
import { renderOnPage } from '../../testing/render.tsx';
import { samplePost } from '../../testing/samples.ts';
import PostMenu from './PostMenu.tsx';

async function open(clipboard: Partial<Clipboard> | undefined, userId = 2) {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  const { screen } = await renderOnPage(
    <PostMenu post={samplePost({ userId })} trigger={<button type="button">Post options</button>} />,
  );
  const entry = (name: string) => screen.getByRole('menuitem', { name, exact: true });
  await expect.element(entry('Copy link')).toBeVisible();
  return { screen, entry };
}

// Removes the replacement, so that the browser's own function is used again.
afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

test('a link is reported as copied only if it was', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  const address = `${location.origin}/post/10`;
  const first = await open({ writeText });
  await first.entry('Copy link').click();
  await expect.element(first.screen.getByText('Link copied')).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(address);
  const { screen, entry } = await open({ writeText: () => Promise.reject(new Error('denied')) });
  await entry('Copy link').click();
  await expect.element(screen.getByText(`The link could not be copied: ${address}`)).toBeVisible();
});

test('on a page without https, which has no clipboard, a link is copied from a field, and the focus is back', async () => {
  const { screen, entry } = await open(undefined);
  let copied = '';
  document.addEventListener('copy', () => (copied = getSelection()?.toString() ?? ''), { once: true });
  await entry('Copy link').click();
  await expect.element(screen.getByText('Link copied')).toBeVisible();
  expect(copied).toContain('/post/10');
  await expect.element(screen.getByRole('button', { name: 'Post options' })).toHaveFocus();
});

test('authors edit their posts, and others report, mute and block', async () => {
  const texts = async (userId: number) => {
    const { screen } = await open(undefined, userId);
    return screen
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent);
  };
  expect(await texts(1)).toEqual(['Edit post', 'Send in a chat', 'Copy link']);
  expect(await texts(2)).toEqual(['Send in a chat', 'Copy link', 'Mute bob', 'Report this post', 'Block bob']);
});
