import { expect, test } from 'vitest';
import { renderOnPage } from '../../testing/render.tsx';
import { page, sampleComment, samplePost } from '../../testing/samples.ts';
import { PostCard } from './PostCard.tsx';

const answers = { 'comments.list': () => page(sampleComment()) };

test('the icon opens the comments and focuses the field, and the number opens and closes them', async () => {
  const { screen } = await renderOnPage(<PostCard post={samplePost({ commentsCount: 1 })} />, { answers });
  const count = screen.getByRole('button', { name: '1 comment' });
  const comment = screen.getByText('Is there ice?');
  await screen.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect.element(screen.getByLabelText('Write a comment…')).toHaveFocus();
  await expect.element(comment).toBeVisible();
  await count.click();
  await expect.element(comment).not.toBeInTheDocument();
  await count.click();
  await expect.element(comment).toBeVisible();
});

test('a long name of a friend who likes the post is shown in full', async () => {
  const friend = 'Maksymiliana Wierzbicka-Konstantynopolska';
  const post = samplePost({ likesCount: 9, commentsCount: 120 });
  const { screen } = await renderOnPage(
    <div style={{ width: 390 }}>
      <PostCard post={post} friend={friend} />
    </div>,
    { answers },
  );
  const likers = screen.getByRole('button', { name: `${friend} and 8 others` });
  await expect.element(likers).toBeVisible();
  expect(likers.element().textContent).toContain(`${friend} +8`);
  const { scrollWidth, clientWidth } = likers.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

test('an album says how many pictures it has, or that it has none yet', async () => {
  const { screen } = await renderOnPage(<PostCard post={samplePost({ album: true, imagesCount: 3 })} />);
  await expect.element(screen.getByText('Album · 3')).toBeVisible();
  const none = samplePost({ album: true, imagesCount: 0, image: null, images: [] });
  const { screen: empty } = await renderOnPage(<PostCard post={none} />);
  await expect.element(empty.getByText('Album · no pictures yet')).toBeVisible();
});
