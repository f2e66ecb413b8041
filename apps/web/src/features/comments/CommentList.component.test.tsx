import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { announceTitles } from '../../lib/announce.ts';
import type { CommentView, PostView } from '../../lib/types.ts';
import { type Answers, inputsOf, Refusal } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { bob, page, sampleComment, samplePost } from '../../testing/samples.ts';
import { endComposition } from '../../testing/touch.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentList } from './CommentList.tsx';

const alice = { userId: 1, userName: 'alice', displayName: null, profilePicture: null };
const refuse = () => {
  throw new Refusal('rate-limited');
};

async function show(comments: CommentView[], answers: Answers = {}, post: Partial<PostView> = {}) {
  const shown = samplePost(post);
  const { screen } = await renderOnPage(
    <>
      <CommentForm post={shown} onSent={() => undefined} />
      <CommentList post={shown} />
    </>,
    { answers: { 'comments.list': () => page(...comments), ...answers } },
  );
  const row = (text: string) => screen.getByRole('listitem').filter({ hasText: text }).last();
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  const menu = async (userName: string) => {
    await button(`Options for the comment by ${userName}`).click();
    await expect.element(screen.getByRole('menu')).toBeVisible();
    return screen
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent);
  };
  const choose = (name: string) => screen.getByRole('menuitem', { name, exact: true }).click();
  return { screen, row, button, menu, choose, field: screen.getByLabelText('Write a comment…') };
}

test('a comment is shown at once, and the field is empty', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const { row, field, button } = await show([sampleComment()], { 'comments.create': () => promise });
  await expect.element(row('Is there ice?')).toBeVisible();
  await field.fill('   ');
  expect(button('Send').query()).toBeNull();
  await field.fill(' Gone since Monday ');
  await button('Send').click();
  await expect.element(row('Gone since Monday')).toBeVisible();
  await expect.element(field).toHaveValue('');
  // What is not sent yet has no actions.
  expect(row('Gone since Monday').getByRole('button').query()).toBeNull();
  const saved = sampleComment({ commentId: 101, content: 'Gone since Monday', user: alice });
  resolve({ ...saved, commentsCount: 2 });
  await expect.element(row('Gone since Monday').getByRole('button', { name: 'Reply to alice' })).toBeVisible();
  expect(inputsOf('comments.create')).toMatchObject([{ postId: 10, parentId: null, content: 'Gone since Monday' }]);
});

test('a refused comment goes back to the field, with another try', async () => {
  const { screen, field } = await show([], { 'comments.create': refuse });
  await expect.element(screen.getByText('No comments yet')).toBeVisible();
  await field.fill('Nice');
  endComposition(field.element(), 'Enter');
  expect(inputsOf('comments.create')).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/^Your comment was not sent\. You are doing this/)).toBeVisible();
  await expect.element(field).toHaveValue('Nice');
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => inputsOf('comments.create')).toHaveLength(2);
  const [first, second] = inputsOf('comments.create') as { clientId: string }[];
  expect(second?.clientId).toBe(first?.clientId);
});

test('a fault of the server is named by the id of its request', async () => {
  const fail = () => {
    throw new Refusal('internal', {}, '4f3a9c21d0be');
  };
  const { screen, field } = await show([], { 'comments.create': fail });
  await field.fill('Nice');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/Something went wrong \(4f3a9c21d0be\)/)).toBeVisible();
});

test('a reader who may not comment is told why', async () => {
  const author = { ...bob, followsMe: true, followedByMe: false };
  for (const [comments, words] of [
    ['nobody', 'Comments are off here.'],
    ['friends', 'Only friends of bob can comment.'],
  ] as const) {
    const { screen, field, button } = await show([sampleComment()], { 'users.byId': () => author }, { comments });
    await expect.element(screen.getByText(words)).toBeVisible();
    expect(field.query()).toBeNull();
    expect(button('Reply to bob').query()).toBeNull();
  }
});

test('comments that could not be loaded are asked for again, in the other order on request', async () => {
  let fails = true;
  const comments = [sampleComment(), sampleComment({ commentId: 101, content: 'And fish?' })];
  const list = () => (fails ? refuse() : page(...comments));
  const { screen, row, button } = await show([], { 'comments.list': list });
  await expect.element(screen.getByText(/^The comments could not be\sloaded\./)).toBeVisible();
  fails = false;
  await button('Try again').click();
  await expect.element(row('And fish?')).toBeVisible();
  await button('Order: Newest first').click();
  await expect.element(button('Order: Oldest first')).toBeVisible();
  expect(inputsOf('comments.list').at(-1)).toMatchObject({ postId: 10, order: 'oldest' });
});

test('the chosen order is remembered for the next post', async () => {
  const comments = [sampleComment(), sampleComment({ commentId: 101, content: 'And fish?' })];
  const first = await show(comments);
  await first.button('Order: Newest first').click();
  const second = await show(comments, {}, { postId: 11 });
  await expect.element(second.button('Order: Oldest first')).toBeVisible();
  expect(inputsOf('comments.list')).toMatchObject([{ postId: 11, order: 'oldest' }]);
});

test('the field grows to six lines; Enter sends them, and Shift+Enter inserts a line break', async () => {
  const saved = sampleComment({ commentId: 101, user: alice });
  const { field } = await show([], { 'comments.create': () => ({ ...saved, commentsCount: 1 }) });
  const height = () => field.element().clientHeight;
  await field.click();
  const one = height();
  await userEvent.keyboard('One{Shift>}{Enter}{/Shift}Two');
  expect(height()).toBeGreaterThan(one);
  await field.fill('1\n2\n3\n4\n5\n6');
  const six = height();
  await field.fill('1\n2\n3\n4\n5\n6\n7\n8');
  expect(height()).toBe(six);
  expect(field.element().scrollHeight).toBeGreaterThan(six);
  await field.fill('One\nTwo');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('');
  await expect.poll(() => inputsOf('comments.create')).toMatchObject([{ content: 'One\nTwo' }]);
});

test('a mention at the beginning of a comment leaves its author to the finger, and is 24 px high itself', async () => {
  const { screen } = await show([sampleComment({ content: '@carol is there ice? #Lake' })]);
  const name = screen.getByRole('link', { name: 'bob' });
  await expect.element(name).toBeVisible();
  const mention = screen.getByRole('link', { name: '@carol' });
  await expect.element(mention).toHaveAttribute('href', '/user/carol');
  await expect.element(screen.getByRole('link', { name: '#Lake' })).toHaveAttribute('href', '/tag/lake');
  const [author, named] = [name.element(), mention.element()];
  const { left, top, bottom } = author.getBoundingClientRect();
  for (const y of [top - 8, top + 1, bottom - 1]) expect(document.elementFromPoint(left + 4, y)).toBe(author);
  const area = named.getBoundingClientRect();
  expect(area.height).toBeGreaterThanOrEqual(24);
  expect(area.top).toBeGreaterThanOrEqual(bottom);
  for (const y of [area.top + 1, area.bottom - 1]) expect(document.elementFromPoint(area.left + 4, y)).toBe(named);
});

test('replies are opened, and a reply to a reply begins with a name', async () => {
  const reply = sampleComment({
    commentId: 102,
    parentId: 100,
    content: 'Thin ice',
    user: { ...bob, userName: 'carol' },
  });
  const { screen, row, button } = await show([sampleComment({ repliesCount: 1 })], {
    'comments.replies': () => page(reply),
    'comments.create': () => ({ ...reply, commentId: 103, content: 'Then no', user: alice, commentsCount: 3 }),
  });
  await button('Show 1 reply').click();
  await expect.element(row('Thin ice')).toBeVisible();
  await button('Reply to bob').click();
  const field = (name: string) => screen.getByRole('textbox', { name: `Reply to ${name}` });
  await expect.element(field('bob')).toHaveFocus();
  await expect.element(field('bob')).toHaveValue('');
  await button('Reply to carol').click();
  await expect.element(field('carol')).toHaveValue('@carol ');
  await userEvent.type(field('carol'), 'Then no');
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Then no')).toBeVisible();
  expect(inputsOf('comments.create')).toMatchObject([{ parentId: 100, content: '@carol Then no' }]);
});

test('a first reply stays when the list that already contains it arrives before the answer to its sending', async () => {
  announceTitles();
  const reply = sampleComment({ commentId: 102, parentId: 100, content: 'Only melting', user: alice });
  const { promise, resolve } = Promise.withResolvers<object>();
  const { row, button } = await show([sampleComment()], {
    'comments.replies': () => page(reply),
    'comments.create': () => promise,
  });
  await button('Reply to bob').click();
  await userEvent.keyboard('Only melting{Enter}');
  await expect.element(row('Only melting').getByRole('button', { name: 'Reply to alice' })).toBeVisible();
  resolve({ ...reply, commentsCount: 2 });
  await expect.poll(() => document.body.textContent).toContain('Comment posted');
  await expect.element(row('Only melting')).toBeVisible();
  await expect.element(button('Hide replies')).toBeVisible();
});

test('the menu of a comment depends on who wrote it and whose post it is', async () => {
  expect(await (await show([sampleComment()])).menu('bob')).toEqual(['Report']);
  expect(await (await show([sampleComment()], {}, { userId: 1 })).menu('bob')).toEqual(['Delete', 'Report']);
  expect(await (await show([sampleComment({ user: alice })])).menu('alice')).toEqual(['Edit', 'Delete']);
});

test('the own comment is edited, Escape leaves it as it is, and a refusal keeps the text', async () => {
  let answer: () => object = refuse;
  const own = sampleComment({ user: alice });
  const { screen, row, button, menu, choose } = await show([own], { 'comments.update': () => answer() });
  const editor = screen.getByLabelText('Edit your comment');
  await menu('alice');
  await choose('Edit');
  await editor.fill('Is there snow?');
  endComposition(editor.element(), 'Escape');
  await expect.element(editor).toHaveValue('Is there snow?');
  await userEvent.keyboard('{Escape}');
  await expect.element(row('Is there ice?')).toBeVisible();
  await menu('alice');
  await choose('Edit');
  await editor.fill('Is there snow?');
  await button('Save').click();
  await expect.element(screen.getByText(/^Your comment was not changed\./)).toBeVisible();
  await expect.element(editor).toHaveValue('Is there snow?');
  answer = () => ({ ...own, content: 'Is there snow?', editedAt: own.createdAt });
  await button('Save').click();
  await expect.element(row('Is there snow?').getByText('edited')).toBeVisible();
});

test('a deleted comment is back after Undo, and one with replies leaves its place', async () => {
  const { row, button, menu, choose } = await show([sampleComment({ user: alice })], { 'comments.delete': refuse });
  await menu('alice');
  await choose('Delete');
  await expect.element(row('Is there ice?')).not.toBeInTheDocument();
  await button('Undo').click();
  await expect.element(row('Is there ice?')).toBeVisible();
  expect(inputsOf('comments.delete')).toEqual([]);
  const gone = await show([sampleComment({ user: null, content: '', repliesCount: 1 })]);
  await expect.element(gone.screen.getByText('Comment deleted', { exact: true })).toBeVisible();
  await expect.element(gone.button('Show 1 reply')).toBeVisible();
  expect(gone.screen.getByRole('button', { name: /^(?:Like|Options)/ }).query()).toBeNull();
});

test('a like of a comment is counted at once, and goes back when it was not saved', async () => {
  const { screen } = await show([sampleComment({ likesCount: 2 })], { 'comments.like': refuse });
  const like = (likes: number, pressed: boolean) =>
    screen.getByRole('button', { name: `Like the comment by bob, ${likes} likes`, pressed });
  await like(2, false).click();
  await expect.element(screen.getByText(/^Your like of the comment was not saved\./)).toBeVisible();
  await expect.element(like(2, false)).toBeVisible();
  expect(inputsOf('comments.like')).toEqual([{ commentId: 100 }]);
});
