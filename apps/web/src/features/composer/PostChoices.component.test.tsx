import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderOnPage } from '../../testing/render.tsx';
import { newDraft } from './draft.ts';
import { ExpiryChoice } from './ExpiryChoice.tsx';
import { PostChoices } from './PostChoices.tsx';
import type { PostDraft } from './postDraft.ts';

const people = (...names: string[]) => ({
  items: names.map((userName, index) => ({ userId: index + 2, userName, displayName: null, profilePicture: null })),
  nextCursor: null,
});

async function show(changes: Partial<PostDraft> = {}) {
  let draft = { ...newDraft(), ...changes };
  function Choices() {
    const [value, setValue] = useState(draft);
    draft = value;
    return (
      <PostChoices draft={value} onChange={setValue}>
        <ExpiryChoice draft={value} onChange={setValue} />
      </PostChoices>
    );
  }
  const answers = { 'follows.friends': () => people('bea', 'cem'), 'closeFriends.list': () => people() };
  const { screen } = await renderOnPage(<Choices />, { answers });
  const audience = (shown?: string) =>
    screen.getByRole('button', { name: shown ? `Who can see it: ${shown}` : /^Who can see it/ });
  const option = (name: RegExp) => screen.getByRole('menuitemradio', { name });
  const commenters = screen.getByRole('button', { name: /^Who can comment: / });
  const expiry = screen.getByRole('button', { name: /^Disappears: / });
  const choose = async (button: typeof expiry, name: string) => {
    await button.click();
    await screen.getByRole('menuitemradio', { name, exact: true }).click();
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
  };
  return { ...{ screen, audience, option, commenters, expiry, choose }, draft: () => draft };
}

test('the buttons say what holds: the audience with its number, who may comment, when the post disappears', async () => {
  const { screen, audience, option, commenters, expiry, choose, draft } = await show();
  await expect.element(audience('Public')).toBeVisible();
  await audience().click();
  await option(/^Friends/).click();
  // The menu stays open, and names the audience.
  await screen.getByRole('menuitem', { name: 'Who are they?' }).click();
  await expect.element(screen.getByRole('list').getByText('cem')).toBeVisible();
  await screen.getByRole('menuitemcheckbox', { name: 'Also people who join later' }).click();
  await expect.element(audience('Friends · nobody new')).toBeVisible();
  await screen.getByRole('menuitemcheckbox').click();
  await expect.element(audience('Friends · 2 people')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await choose(commenters, 'Nobody');
  await expect.element(commenters).toHaveAccessibleName('Who can comment: No comments');
  await choose(expiry, 'After a week');
  await expect.element(expiry).toHaveAccessibleName('Disappears: After a week');
  await expect.element(expiry).toHaveFocus();
  await expect.poll(draft).toMatchObject({
    ...{ audience: 'friends', audienceFrozen: false, comments: 'nobody', expiry: 'week' },
  });
});

test('a post for its author alone asks neither who may comment nor who joins later', async () => {
  const { screen, audience, option, commenters, draft } = await show({ comments: 'friends' });
  await expect.element(screen.getByText('Friends comment')).toBeVisible();
  await audience().click();
  await option(/^Only me/).click();
  await expect.element(audience('Only me')).toBeVisible();
  await expect.element(commenters).not.toBeInTheDocument();
  expect(screen.getByRole('menuitemcheckbox').query()).toBeNull();
  // The choice is still there for another audience.
  await option(/^Public/).click();
  await expect.element(commenters).toHaveAccessibleName('Who can comment: Friends comment');
  expect(draft().comments).toBe('friends');
});

test('nobody is counted in an empty audience, and its option says so', async () => {
  const { audience, option } = await show({ audience: 'close' });
  await expect.element(audience('Close friends')).toBeVisible();
  await audience().click();
  await expect.element(option(/^Close friends.*Nobody yet\. Only you see this list\.$/)).toBeVisible();
  await expect.element(option(/^Friends.*You follow each other · 2 people$/)).toBeVisible();
});

test('the end of a chosen day is asked for in a field of its own', async () => {
  const { screen, expiry, choose, draft } = await show();
  const date = screen.getByLabelText('On a date');
  expect(date.query()).toBeNull();
  await choose(expiry, 'On a date');
  await date.fill('');
  await expect.poll(() => draft().expiry).toMatch(/^\d{4}-\d\d-\d\d$/);
  await expect.element(date).toHaveValue(draft().expiry);
  await choose(expiry, 'Never');
  await expect.element(date).not.toBeInTheDocument();
});
