import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderOnPage } from '../../testing/render.tsx';
import { samplePost } from '../../testing/samples.ts';
import { TextTile } from './Caption.tsx';

test('a long address on a tile is broken into lines', async () => {
  await page.viewport(390, 700);
  const url = `https://lake.test/${'walk'.repeat(15)}`;
  const { screen } = await renderOnPage(<TextTile post={samplePost({ caption: url })} onDoubleTap={() => undefined} />);
  const link = screen.getByRole('link', { name: url }).element();
  const tile = link.closest('[data-tile]') as HTMLElement;
  expect(link.getBoundingClientRect().right).toBeLessThanOrEqual(tile.getBoundingClientRect().right);
});
