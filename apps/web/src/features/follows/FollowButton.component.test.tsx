import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { trpc } from '../../lib/trpc.ts';
import type { FollowState, UserProfile } from '../../lib/types.ts';
import { type Answers, inputsOf, Refusal } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { bob } from '../../testing/samples.ts';
import LikersDialog from '../likes/LikersDialog.tsx';
import { FollowButton } from './FollowButton.tsx';

function Profile({ small = false }) {
  const person = trpc.users.byId.useQuery({ userId: bob.userId }).data;
  return (
    person && (
      <>
        <FollowButton person={person} small={small} />
        <p>{person.followersCount} followers</p>
      </>
    )
  );
}

async function show(state: FollowState, more: Partial<UserProfile> = {}, answers: Answers = {}, small = false) {
  const followedByMe = state === 'following';
  const profile = { ...bob, followState: state, followedByMe, visibility: 'public', followersCount: 3, ...more };
  const answer = (next: FollowState) => () => ({ state: next });
  const server = { 'users.byId': () => profile, 'follows.add': answer('following'), 'follows.remove': answer('none') };
  const { screen } = await renderOnPage(<Profile small={small} />, { answers: { ...server, ...answers } });
  // The locators also read the copy of the longest label, which is invisible to people.
  const button = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}(?: Requested)?$`) });
  return { screen, button };
}

test('Follow becomes Following at once, which is named by what it does, and the number of followers grows', async () => {
  const { promise, resolve } = Promise.withResolvers<{ state: FollowState }>();
  const { screen, button } = await show('none', {}, { 'follows.add': () => promise });
  await button('Follow').click();
  await expect.poll(() => button('Unfollow').query()?.textContent).toContain('Following');
  await expect.element(screen.getByText('4 followers')).toBeVisible();
  expect(inputsOf('follows.add')).toEqual([{ followerId: 1, followedId: 2 }]);
  resolve({ state: 'following' });
});

test('a private member is asked, and the request is taken back by the same button', async () => {
  const { screen, button } = await show(
    'none',
    { visibility: 'private' },
    { 'follows.add': () => ({ state: 'requested' }) },
  );
  await button('Follow').click();
  await expect.element(button('Requested')).toHaveAttribute('title', 'Takes the request back');
  await expect.element(screen.getByText('3 followers')).toBeVisible();
  await button('Requested').click();
  await expect.element(button('Follow')).toBeVisible();
  await expect.poll(() => inputsOf('follows.remove')).toHaveLength(1);
});

test('one click unfollows, keeps the focus, and can be undone', async () => {
  const { screen, button } = await show('following');
  // The pointer may still be where an earlier test has left it.
  await userEvent.hover(screen.getByText('3 followers'));
  await expect.element(screen.getByText('Following', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('Unfollow')).toHaveFocus();
  await expect.element(screen.getByText('Unfollow', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Following', { exact: true })).not.toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Follow')).toHaveFocus();
  await expect.element(screen.getByText('2 followers')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(button('Unfollow')).toBeVisible();
  await expect.element(screen.getByText('3 followers')).toBeVisible();
  await expect.poll(() => [inputsOf('follows.remove').length, inputsOf('follows.add').length]).toEqual([1, 1]);
});

test('when the server refuses, the button goes back and says so, with another try', async () => {
  const refuse = () => {
    throw new Refusal('rate-limited');
  };
  const { screen, button } = await show('none', {}, { 'follows.add': refuse });
  await button('Follow').click();
  await expect.element(screen.getByText(/^bob was not followed\. You are doing/)).toBeVisible();
  await expect.element(button('Follow')).toBeVisible();
  await expect.element(screen.getByText('3 followers')).toBeVisible();
  await button('Try again').click();
  await expect.poll(() => inputsOf('follows.add')).toHaveLength(2);
});

test('in a list the button names the member', async () => {
  const { button } = await show('none', {}, {}, true);
  await expect.element(button('Follow bob')).toBeVisible();
});

test('there is no button for oneself', async () => {
  const { screen, button } = await show('none', { userId: 1 });
  await expect.element(screen.getByText('3 followers')).toBeVisible();
  expect(button('Follow').query()).toBeNull();
});

test('in the list of those who like a post, too, the button changes at once', async () => {
  const { promise } = Promise.withResolvers<never>();
  const liker = { ...bob, followState: 'none', followedByMe: false, visibility: 'public' };
  const answers = { 'likes.likers': () => ({ items: [liker], nextCursor: null }), 'follows.add': () => promise };
  const { screen } = await renderOnPage(<LikersDialog postId={10} />, { answers });
  await screen.getByRole('button', { name: 'Follow bob' }).click();
  await expect.element(screen.getByRole('button', { name: 'Unfollow bob' })).toBeVisible();
});

test('for a member who follows the viewer it may say Follow back', async () => {
  const { screen } = await renderOnPage(
    <FollowButton person={{ ...bob, displayName: null, followState: 'none' }} back />,
  );
  await expect.element(screen.getByRole('button', { name: 'Follow back' })).toHaveTextContent('Follow back');
});
