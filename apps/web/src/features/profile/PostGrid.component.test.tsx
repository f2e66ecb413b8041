import { expect, test } from 'vitest';
import { enqueue } from '../../lib/outbox/store.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { page, samplePost } from '../../testing/samples.ts';
import { newDraft } from '../composer/draft.ts';
import { clearLocalPictures, keepPictures } from '../composer/localPictures.ts';
import { PostGrid } from './PostGrid.tsx';

test('the tile of an own post shows its picture while it is being sent', async () => {
  const post = samplePost();
  const payload = { draft: newDraft(), createdAt: post.createdAt, pictures: 1, postId: post.postId };
  enqueue('post', payload, 'sending');
  keepPictures('sending', [{ id: 'one', file: new Blob(), alt: '' }]);
  try {
    const { screen } = await renderOnPage(<PostGrid userId={1} name="alice" own empty={null} />, {
      answers: { 'posts.byUser': () => page(post) },
      at: '/account',
    });
    const tile = screen.getByRole('button', { name: /Out on the lake/ });
    await expect.poll(() => tile.element().querySelector('img')?.src).toMatch(/^blob:/);
    expect(tile.element().textContent).not.toContain('No image available');
  } finally {
    clearLocalPictures();
  }
});
