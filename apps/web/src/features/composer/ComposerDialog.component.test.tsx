import { expect, onTestFinished, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { writeStoredValue } from '../../lib/useStoredValue.ts';
import { type Answers, inputsOf } from '../../testing/answers.ts';
import { choose, pictureFile, refusedFiles } from '../../testing/files.ts';
import { paste } from '../../testing/paste.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { page, samplePost } from '../../testing/samples.ts';
import { useOutbox } from '../shell/background.ts';
import ComposerDialog from './ComposerDialog.tsx';

const posted = { 'posts.create': () => samplePost(), 'search.people': () => page() };

/** The composer, and the outbox that sends what it publishes. */
function Composer() {
  useOutbox();
  return <ComposerDialog />;
}

const created = async () => {
  await expect.poll(() => inputsOf('posts.create').length).toBe(1);
  return inputsOf('posts.create');
};

async function compose(answers: Answers = posted) {
  const { screen, router } = await renderOnPage(<Composer />, { answers, at: '/home?popup=compose' });
  const field = (name: string) => screen.getByRole('textbox', { name, exact: true });
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  const isClosed = () => expect.poll(() => router.state.location.search).toEqual({});
  return { screen, router, field, button, text: field("What's on your mind?"), isClosed };
}

test('people and tags are joined to the caption, the place is sent beside it, and the draft is gone', async () => {
  const { field, button, text, isClosed } = await compose();
  await text.fill('Still frozen');
  await field('Tag people').fill('@bob carol');
  await field('Location').fill(' The pier ');
  await field('Hashtags').fill('#lake ice');
  await button('Post').click();
  await isClosed();
  expect(await created()).toMatchObject([
    { caption: 'Still frozen @bob @carol #lake #ice', location: 'The pier', audience: 'public' },
  ]);
  const again = await compose();
  await expect.element(again.text).toHaveValue('');
  await expect.element(again.field('Hashtags')).toHaveValue('');
});

test('people are suggested by their names, and the user name is inserted', async () => {
  const zofia = { userId: 4, userName: 'zk', displayName: 'Zośka Kowalska', profilePicture: null };
  const { screen, field } = await compose({ ...posted, 'search.people': () => page(zofia) });
  await field('Tag people').fill('@zos');
  const suggestion = screen.getByRole('group', { name: 'Tag people' }).getByRole('button');
  await expect.element(suggestion).toHaveTextContent('Zośka Kowalska @zk');
  await suggestion.click();
  await expect.element(field('Tag people')).toHaveValue('@zk ');
});

test('a post needs a text', async () => {
  const { screen, button, text } = await compose();
  await text.fill('   ');
  await button('Post').click();
  await expect.element(screen.getByText('Write something for your post')).toBeVisible();
  await expect.element(text).toHaveAttribute('aria-invalid', 'true');
  expect(inputsOf('posts.create')).toEqual([]);
  await text.fill('Still frozen');
  await expect.element(screen.getByText('Write something for your post')).not.toBeInTheDocument();
});

test('closing keeps the text and the picture of a draft, and Cancel deletes them', async () => {
  const first = await compose();
  await first.text.fill('Still frozen');
  await choose(await pictureFile('lake.png'));
  await expect.element(first.screen.getByRole('img', { name: 'Preview of lake.png' })).toBeVisible();
  await expect.element(first.screen.getByText('Describe', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await first.isClosed();

  const second = await compose();
  await expect.element(second.text).toHaveValue('Still frozen');
  await expect.element(second.screen.getByRole('img', { name: /^Preview of/ })).toBeVisible();
  await expect.element(second.screen.getByText(/Your draft is back\./)).toBeVisible();
  await second.button('Cancel').click();
  await second.isClosed();

  const third = await compose();
  await expect.element(third.text).toHaveValue('');
  // If the cancelled picture were still stored, it would be listed before the new one.
  await choose(await pictureFile('shore.png'));
  await expect.element(third.screen.getByRole('img', { name: 'Preview of shore.png' })).toBeVisible();
  await expect.element(third.screen.getByText(/Your draft is back\./)).not.toBeInTheDocument();
  expect(third.screen.getByRole('listitem').elements()).toHaveLength(1);
});

test('there is a box to drop pictures in while they are dragged', async () => {
  const { screen } = await compose();
  const box = screen.getByText('Drop the pictures here');
  await expect.element(screen.getByRole('button', { name: 'Add pictures or videos' })).toBeVisible();
  expect(box.query()).toBeNull();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(await pictureFile('lake.png'));
  dispatchEvent(new DragEvent('dragenter', { dataTransfer }));
  await expect.element(box).toBeVisible();
  box.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect.element(screen.getByRole('img', { name: 'Preview of lake.png' })).toBeVisible();
  await expect.element(box).not.toBeInTheDocument();
});

test('what Cancel has deleted can be restored', async () => {
  const { text, button, isClosed, screen, router, field } = await compose();
  await text.fill('Still frozen');
  await field('Location').fill('The pier');
  await choose(await pictureFile('lake.png'));
  await expect.element(screen.getByRole('img', { name: 'Preview of lake.png' })).toBeVisible();
  await button('Cancel').click();
  await isClosed();
  await button('Undo').click();
  await expect.poll(() => router.state.location.search).toEqual({ popup: 'compose' });
  const again = await compose();
  await expect.element(again.text).toHaveValue('Still frozen');
  await expect.element(again.field('Location')).toHaveValue('The pier');
  await expect.element(again.screen.getByRole('img', { name: /^Preview of/ })).toBeVisible();
});

test('what Cancel has deleted is put before what was written since', async () => {
  const { text, button, isClosed } = await compose();
  await text.fill('Still frozen');
  await button('Cancel').click();
  await isClosed();
  writeStoredValue('composer', { text: 'And a boat' });
  await button('Undo').click();
  await expect.element((await compose()).text).toHaveValue('Still frozen\nAnd a boat');
});

test('a file that is no picture is refused with a reason, and Post says that none is left', async () => {
  const { screen, button, text, isClosed } = await compose();
  await text.fill('Still frozen');
  for (const [file, reason] of refusedFiles) {
    await choose(file);
    await expect.element(screen.getByText(reason)).toBeVisible();
    await expect.element(button('Post without it')).toBeVisible();
    await expect.element(button('Post')).not.toBeInTheDocument();
  }
  expect(screen.getByRole('listitem').elements()).toHaveLength(0);
  await button('Post without it').click();
  await isClosed();
  expect(await created()).toMatchObject([{ pictures: 0 }]);
});

test('the eleventh picture is left out, and an album takes more', async () => {
  const { screen, button } = await compose();
  await choose(...(await Promise.all(Array.from({ length: 11 }, (_, index) => pictureFile(`${index}.png`)))));
  await expect.element(screen.getByText('A post has 10 pictures at most; the rest were left out.')).toBeVisible();
  await expect.poll(() => screen.getByRole('listitem').elements().length).toBe(10);
  await expect.element(button('Add pictures or videos')).not.toBeInTheDocument();
  await button('Album').click();
  await expect.element(button('Add pictures or videos')).toBeVisible();
  await button('Cancel').click();
});

test('with large text on a phone whose keyboard is open, all of it can be scrolled to', async () => {
  const root = document.documentElement;
  onTestFinished(async () => {
    root.removeAttribute('style');
    await browser.viewport(1280, 860);
  });
  await browser.viewport(390, 480);
  root.style.fontSize = '32px';
  const { screen, button, field } = await compose();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  expect(field('Location').element().clientWidth).toBeGreaterThan(200);
  dialog.element().scrollTo({ top: 100_000 });
  await expect.element(button('Post')).toBeInViewport({ ratio: 1 });
  await expect.element(button('Album')).toBeInViewport();
});

test('a pasted picture is added, but not the picture of a text that a spreadsheet puts beside it', async () => {
  const { screen, text } = await compose();
  paste(text.element(), [await pictureFile('cells.png')], 'Ana 3');
  paste(text.element(), [await pictureFile('lake.png')]);
  await expect.element(screen.getByRole('img', { name: 'Preview of lake.png' })).toBeVisible();
  expect(screen.getByRole('img', { name: /^Preview of/ }).elements()).toHaveLength(1);
});
