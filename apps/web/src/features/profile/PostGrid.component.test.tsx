import { expect, onTestFinished, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { enqueue } from '../../lib/outbox/store.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { page, samplePicture, samplePost } from '../../testing/samples.ts';
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

test('the tile of whole days has their date where the event takes place', async () => {
  const event = {
    ...{ startsAt: '2027-04-30T10:00:00.000Z', endsAt: '2027-05-01T10:00:00.000Z', timeZone: 'Pacific/Kiritimati' },
    ...{ place: null, cancelledAt: null, answers: { yes: 0, maybe: 0, no: 0 }, mine: null },
  };
  const { screen } = await renderOnPage(<PostGrid userId={1} name="alice" own empty={null} />, {
    answers: { 'posts.byUser': () => page(samplePost({ event })) },
    at: '/account',
  });
  const tile = screen.getByRole('button', { name: /Out on the lake/ });
  await expect.element(tile).toMatchTextContent(/Event: (1 May|May 1)/);
});

test('on a phone a tile says its likes, its comments and a line of its caption without a touch', async () => {
  await browser.viewport(390, 844);
  onTestFinished(() => browser.viewport(1280, 860));
  const caption = 'Out on the lake, and nobody wanted to go home';
  const image = samplePicture();
  const post = samplePost({ caption, image, images: [image], imagesCount: 1, likesCount: 12, commentsCount: 3 });
  const { screen } = await renderOnPage(<PostGrid userId={1} name="alice" own empty={null} />, {
    answers: { 'posts.byUser': () => page(post) },
    at: '/account',
  });
  for (const words of [caption, '12', '3']) {
    const shown = screen.getByText(words, { exact: true });
    await expect.element(shown).toBeVisible();
    const { left, top, width, height } = shown.element().getBoundingClientRect();
    expect(height, words).toBeLessThan(24);
    expect(shown.element().checkVisibility({ opacityProperty: true }), words).toBe(true);
    expect(shown.element().contains(document.elementFromPoint(left + width / 2, top + height / 2)), words).toBe(true);
  }
});
