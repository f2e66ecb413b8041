import { expect, test } from 'vitest';
import { Refusal } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { bob, page } from '../../testing/samples.ts';
import { FriendsPanel } from './FriendsPanel.tsx';

const [eve, kim] = ['eve', 'kim'].map((userName, index) => ({ ...bob, userId: 3 + index, userName }));
const options = { signUp: 'closed', membersInvite: false };

test('friends stand first and are marked, then the others whom the viewer follows', async () => {
  const answers = {
    'follows.following': () => page(bob, eve, kim),
    'follows.friends': () => page(kim),
    'auth.options': () => options,
  };
  const { screen } = await renderOnPage(<FriendsPanel />, { answers });
  const rows = () =>
    screen
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(rows).toEqual(['kimFriends', 'bob', 'eve']);
  await screen.getByLabelText('Search for a friend...').fill('ev');
  await expect.poll(rows).toEqual(['eve']);
  await screen.getByLabelText('Search for a friend...').fill('nobody');
  await expect.element(screen.getByText('No friends found')).toBeVisible();
});

test('if it is not known who the friends are, everybody is listed unmarked', async () => {
  const answers = {
    'follows.following': () => page(bob, eve),
    'follows.friends': () => {
      throw new Refusal('rate-limited');
    },
    'auth.options': () => options,
  };
  const { screen } = await renderOnPage(<FriendsPanel />, { answers });
  await expect
    .poll(() =>
      screen
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['bob', 'eve']);
});

test('who follows nobody is led to people by the dialog; beside Home, its first run does that', async () => {
  const answers = { 'follows.following': () => page(), 'follows.friends': () => page(), 'auth.options': () => options };
  const { screen } = await renderOnPage(<FriendsPanel />, { answers });
  const find = screen.getByRole('link', { name: 'Find people' });
  await expect.element(screen.getByText('No friends found')).toBeVisible();
  expect(find.elements()).toEqual([]);
  const dialog = await renderOnPage(<FriendsPanel titled={false} />, { answers });
  await expect.element(dialog.screen.getByRole('link', { name: 'Find people' })).toBeVisible();
});
