import { expect, test } from 'vitest';
import { type Answers, inputsOf, Refusal } from '../../testing/answers.ts';
import { choose, pictureFile } from '../../testing/files.ts';
import { paste } from '../../testing/paste.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { page, samplePost } from '../../testing/samples.ts';
import PostEditor from './PostEditor.tsx';

const caption = 'With @kuba and a flask at the lake @ela #morning';

async function edit(answers: Answers = {}) {
  const post = samplePost({ userId: 1, caption, location: 'The pier', commentsCount: 2 });
  const { screen, router } = await renderOnPage(<PostEditor post={post} />, {
    answers: { 'posts.update': () => post, 'search.people': () => page(), ...answers },
    at: '/home?post=10&edit=true',
  });
  const field = (name: string) => screen.getByRole('textbox', { name, exact: true });
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  return { screen, router, field, button, text: field("What's on your mind?") };
}

test('a caption is split into its parts, and joined again as it was', async () => {
  const { router, field, button, text } = await edit();
  // A mention within a sentence belongs to the text.
  await expect.element(text).toHaveValue('With @kuba and a flask at the lake');
  await expect.element(field('Tag people')).toHaveValue('@ela');
  await expect.element(field('Hashtags')).toHaveValue('#morning');
  await expect.element(field('Location')).toHaveValue('The pier');
  await text.fill('With @kuba and tea at the lake');
  await button('Save Changes').click();
  await expect.poll(() => router.state.location.search).toEqual({});
  expect(inputsOf('posts.update')).toMatchObject([{ postId: 10, caption: caption.replace('a flask', 'tea') }]);
});

test('what is not saved is kept while one looks at the post, and Cancel forgets it', async () => {
  const first = await edit();
  await first.text.fill('With @kuba and tea at the lake');
  await first.button('See the post and its 2 comments').click();
  await expect.poll(() => first.router.state.location.search).toEqual({ post: 10 });
  const second = await edit();
  await expect.element(second.screen.getByText(/Your draft is back\./)).toBeVisible();
  await expect.element(second.text).toHaveValue('With @kuba and tea at the lake');
  await second.text.fill('');
  await second.button('Save Changes').click();
  await expect.element(second.screen.getByText('Write something for your post')).toBeVisible();
  await second.button('Cancel').click();
  const third = await edit();
  await expect.element(third.text).toHaveValue('With @kuba and a flask at the lake');
  expect(inputsOf('posts.update')).toEqual([]);
});

test('a picture that is not saved is kept when the page is lost, and Cancel and Save forget it', async () => {
  const first = await edit();
  await choose(await pictureFile('lake.png'));
  await expect.element(first.screen.getByRole('img', { name: 'Preview of lake.png' })).toBeVisible();

  const second = await edit();
  await expect.element(second.screen.getByText(/Your draft is back\./)).toBeVisible();
  await expect.element(second.screen.getByRole('img', { name: /^Preview of/ })).toBeVisible();
  await second.button('Cancel').click();

  const third = await edit();
  // If the cancelled picture were still stored, it would be listed before the new one.
  await choose(await pictureFile('shore.png'));
  await expect.element(third.screen.getByRole('img', { name: 'Preview of shore.png' })).toBeVisible();
  expect(third.screen.getByRole('img', { name: /^Preview of/ }).elements()).toHaveLength(1);
  await third.button('Save Changes').click();
  await expect.poll(() => third.router.state.location.search).toEqual({});

  const fourth = await edit();
  await choose(await pictureFile('pier.png'));
  await expect.element(fourth.screen.getByRole('img', { name: 'Preview of pier.png' })).toBeVisible();
  expect(fourth.screen.getByRole('img', { name: /^Preview of/ }).elements()).toHaveLength(1);
});

test('a post is deleted after a question', async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  const { screen, button, router } = await edit({ 'posts.delete': () => promise });
  await button('Delete post').click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question.getByText('Are you sure you want to delete this post?')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(inputsOf('posts.delete')).toEqual([]);
  await button('Delete post').click();
  await question.getByRole('button', { name: 'Yes, delete' }).click();
  await expect.element(question.getByRole('button', { name: 'Deleting...' })).toBeVisible();
  resolve(null);
  await expect.element(screen.getByText('The post is deleted.')).toBeVisible();
  expect(inputsOf('posts.delete')).toEqual([{ postId: 10 }]);
  await expect.poll(() => router.state.location.search).toEqual({});
});

test('what the server refuses is said in the words of its errors, and nothing is lost', async () => {
  const refuse = () => {
    throw new Refusal('rate-limited');
  };
  const { screen, button, text } = await edit({ 'posts.update': refuse, 'posts.delete': refuse });
  await text.fill('With @kuba and tea at the lake');
  await button('Save Changes').click();
  await expect.element(screen.getByText(/^Failed to edit post: You are doing this/)).toBeVisible();
  await button('Delete post').click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Yes, delete' }).click();
  await expect.element(screen.getByText('Failed to delete post').first()).toBeVisible();
  await expect.element(text).toHaveValue('With @kuba and tea at the lake');
});

test('a pasted picture is added, but not the picture of a text that a spreadsheet puts beside it', async () => {
  const { screen, text } = await edit();
  paste(text.element(), [await pictureFile('cells.png')], 'Ana 3');
  paste(text.element(), [await pictureFile('lake.png')]);
  await expect.element(screen.getByRole('img', { name: 'Preview of lake.png' })).toBeVisible();
  expect(screen.getByRole('img', { name: 'Preview of cells.png' }).elements()).toHaveLength(0);
});
