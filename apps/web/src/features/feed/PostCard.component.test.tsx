import { expect, test } from 'vitest';
import { inputsOf } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { page, sampleComment, samplePicture, samplePost } from '../../testing/samples.ts';
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

test.for([false, true])('comments are fetched when they are first opened (on Explore: %s)', async (narrow) => {
  const post = samplePost({ commentsCount: 1 });
  const { screen, router } = await renderOnPage(<PostCard post={post} narrow={narrow} />, { answers });
  const count = screen.getByRole('button', { name: '1 comment' });
  await expect.element(screen.getByLabelText('Write a comment…')).toBeVisible();
  expect(inputsOf('comments.list')).toEqual([]);
  for (const opening of [1, 2]) {
    await count.click();
    await expect.element(screen.getByText('Is there ice?')).toBeVisible();
    expect(inputsOf('comments.list'), `opening ${opening}`).toHaveLength(1);
    if (opening === 1) await count.click();
  }
  await screen.getByRole('link', { name: 'Open the post' }).click();
  await expect.poll(() => router.state.location.search).toEqual({ post: 10 });
});

test('a picture without words has no caption, and the card says so', async () => {
  const image = samplePicture();
  const post = samplePost({ caption: '', image, images: [image], imagesCount: 1 });
  const { screen } = await renderOnPage(<PostCard post={post} />, { answers });
  await expect.element(screen.getByText('No caption')).toBeVisible();
});

test('a card says how long ago the post was written, with the full time for the pointer', async () => {
  const createdAt = new Date(Date.now() - 2 * 3_600_000).toISOString();
  const { screen } = await renderOnPage(<PostCard post={samplePost({ createdAt })} />, { answers });
  const time = screen.getByRole('article').element().querySelector('header time');
  expect(time?.querySelector('[aria-hidden]')?.textContent).toMatch(/^2\sh$/);
  expect(time?.getAttribute('title')).toContain(String(new Date(createdAt).getFullYear()));
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

test('a friend who has taken the like back is not named', async () => {
  const post = samplePost({ likesCount: 1, likedByMe: true });
  const { screen } = await renderOnPage(<PostCard post={post} friend="Ola" />, { answers });
  await expect.element(screen.getByRole('button', { name: 'Like, 1 like' })).toBeVisible();
  expect(screen.getByText('Ola').query()).toBeNull();
});

test('an album says how many pictures it has, or that it has none yet', async () => {
  const { screen } = await renderOnPage(<PostCard post={samplePost({ album: true, imagesCount: 3 })} />);
  await expect.element(screen.getByText('Album · 3')).toBeVisible();
  const none = samplePost({ album: true, imagesCount: 0, image: null, images: [] });
  const { screen: empty } = await renderOnPage(<PostCard post={none} />);
  await expect.element(empty.getByText('Album · no pictures yet')).toBeVisible();
});
