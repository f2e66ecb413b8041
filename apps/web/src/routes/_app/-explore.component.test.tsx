import { expect, onTestFinished, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { renderOnPage } from '../../testing/render.tsx';
import { page, samplePost } from '../../testing/samples.ts';
import { Route } from './explore.tsx';

const ExploreScreen = Route.options.component as () => React.ReactNode;

const show = (membersInvite: boolean) =>
  renderOnPage(<ExploreScreen />, {
    at: '/explore',
    answers: {
      'posts.popular': () => page(samplePost()),
      'likes.byFriends': () => [],
      'auth.options': () => ({ signUp: 'invitation', membersInvite }),
    },
  });

test('on a phone, Explore has the search and, for who may invite, the invitation of friends', async () => {
  await browser.viewport(390, 844);
  onTestFinished(() => browser.viewport(1280, 860));
  const { screen, router } = await show(true);
  await expect.element(screen.getByRole('link', { name: 'Search for new friends' })).toBeVisible();
  await screen.getByRole('button', { name: 'Invite' }).click();
  await expect.poll(() => router.state.location.search).toEqual({ popup: 'invitations' });
  const other = await show(false);
  await expect.element(other.screen.getByRole('article')).toBeVisible();
  expect(other.screen.getByRole('button', { name: 'Invite' }).elements()).toEqual([]);
});
