import { expect, test } from 'vitest';
import { type Answers, inputsOf, Refusal } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { bob, page, samplePicture, samplePost } from '../../testing/samples.ts';
import Album from './Album.tsx';

const cleo = { userId: 3, userName: 'cleo', displayName: 'Cleo', profilePicture: null };
const alice = { userId: 1, userName: 'alice', displayName: null, profilePicture: null };
const pictures = [
  { ...samplePicture(), imageId: 51, alt: 'The lake', user: bob },
  { ...samplePicture(), imageId: 52, user: cleo },
  { ...samplePicture(), imageId: 53, user: alice },
];
const album = (caption: string) => samplePost({ caption, album: true, imagesCount: 3, images: pictures });
const answers: Answers = { 'posts.images': () => page(...pictures) };

const show = async (caption: string, more: Answers = {}, viewer = {}) =>
  (await renderOnPage(<Album post={album(caption)} />, { answers: { ...answers, ...more }, viewer })).screen;

test('the grid says who added each picture, and a tap opens it', async () => {
  const screen = await show('Out on the lake');
  await expect.element(screen.getByRole('heading', { name: 'Album · 3' })).toBeVisible();
  for (const name of ['bob', 'Cleo', 'alice'])
    await expect.element(screen.getByText(name, { exact: true })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Download all' }).element().getAttribute('href')).toBe('/posts/10/album.zip');
  await screen.getByRole('button', { name: 'The lake' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Album' }).first()).toBeVisible();
});

test('pictures are added by whom the server lets, whatever name the caption mentions', async () => {
  const post = { ...album('Out on the lake @former'), mayAddPictures: true };
  const { screen: tagged } = await renderOnPage(<Album post={post} />, { answers });
  await expect.element(tagged.getByText('bob', { exact: true })).toBeVisible();
  await tagged.getByRole('button', { name: 'Add pictures' }).click();
  await expect.element(tagged.getByRole('dialog', { name: 'Add pictures' })).toBeVisible();
  const renamed = await show('Out on the lake @alice');
  await expect.element(renamed.getByText('bob', { exact: true })).toBeVisible();
  expect(renamed.getByRole('button', { name: 'Add pictures' }).elements()).toEqual([]);
});

test('an adder takes out own pictures alone, after a question', async () => {
  const screen = await show('Out on the lake @alice', {
    'posts.removeImage': () => null,
    'posts.byId': () => album('Out on the lake @alice'),
  });
  await screen.getByRole('button', { name: 'Take pictures out' }).click();
  expect(screen.getByRole('button', { name: /^Take out the picture by/ }).elements()).toHaveLength(1);
  await screen.getByRole('button', { name: 'Take out the picture by alice' }).click();
  expect(inputsOf('posts.removeImage')).toEqual([]);
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Take out' }).click();
  await expect.poll(() => inputsOf('posts.removeImage')).toEqual([{ postId: 10, imageId: 53 }]);
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
});

test('the author may take out all, and a failure says so', async () => {
  const screen = await show(
    'Out on the lake',
    {
      'posts.removeImage': () => {
        throw new Refusal('busy');
      },
    },
    { userId: bob.userId, userName: 'bob' },
  );
  await screen.getByRole('button', { name: 'Take pictures out' }).click();
  expect(screen.getByRole('button', { name: /^Take out the picture by/ }).elements()).toHaveLength(3);
  await screen.getByRole('button', { name: 'Take out the picture by Cleo' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Take out' }).click();
  await expect.element(screen.getByText('The picture is still there.')).toBeVisible();
});

test('an album without pictures, and one that cannot be loaded, say so', async () => {
  const none = { ...album('Out on the lake'), imagesCount: 0, images: [] };
  const { screen: empty } = await renderOnPage(<Album post={none} />, { answers: { 'posts.images': () => page() } });
  await expect.element(empty.getByRole('heading', { name: 'Album', exact: true })).toBeVisible();
  await expect.element(empty.getByText('No pictures yet')).toBeVisible();
  const failed = await show('Out on the lake', {
    'posts.images': () => {
      throw new Refusal('not-found');
    },
  });
  await expect.element(failed.getByText('The pictures could not be loaded.', { exact: false })).toBeVisible();
});
