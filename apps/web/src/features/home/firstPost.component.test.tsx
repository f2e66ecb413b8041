import { expect, test } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import type { PostView } from '../../lib/types.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { patchPost } from '../posts/postCache.ts';
import { FirstPost, useFirstPost } from './firstPost.tsx';

const image = { imageUrl: null, status: 'processing', width: null, height: null, alt: '', thumbhash: null };
const post = {
  postId: 7,
  userId: 1,
  caption: 'Hello',
  location: null,
  createdAt: new Date().toISOString(),
  audience: 'public',
  comments: 'everyone',
  expiresAt: null,
  image,
  images: [image],
  user: { userId: 1, userName: 'alice', profilePicture: null },
  likesCount: 0,
  commentsCount: 0,
  likedByMe: false,
  savedByMe: false,
} as never as PostView;

function Card() {
  const { post } = useFirstPost([]);
  return post ? <FirstPost post={post} /> : null;
}

const answers = {
  'posts.byUser': () => ({ items: [post], nextCursor: null }),
  'likes.add': () => ({ liked: true, likesCount: 1 }),
};

test('the card of the first post changes with everything that changes the post', async () => {
  const { screen } = await renderOnPage(<Card />, { answers, viewer: { postsCount: 1 } });
  const heart = screen.getByRole('button', { name: /^Like,/ });
  await expect.element(screen.getByText('The picture is being prepared')).toBeVisible();
  await heart.click();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByRole('button', { name: /^1 like/ })).toBeVisible();
  patchPost(queryClient, 7, { commentsCount: 3, image: null, images: [] });
  await expect.element(screen.getByText('3', { exact: true })).toBeVisible();
  expect(screen.getByText('The picture is being prepared').query()).toBeNull();
});
