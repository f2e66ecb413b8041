import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderOnPage } from '../../testing/render.tsx';
import { AudienceMenu } from './AudienceMenu.tsx';
import { newDraft } from './draft.ts';
import type { PostDraft } from './sendPost.ts';

let draft: PostDraft;

function Menu() {
  const [value, setValue] = useState(newDraft());
  draft = value;
  return <AudienceMenu draft={value} onChange={setValue} />;
}

const bea = { userId: 2, userName: 'bea', profilePicture: null };
const answers = {
  'follows.friends': () => ({ items: [bea], nextCursor: null }),
  'closeFriends.list': () => ({ items: [], nextCursor: null }),
};

test('both questions are answered in one opening, and the trigger says what was chosen', async () => {
  const { screen } = await renderOnPage(<Menu />, { answers });
  await screen.getByRole('button', { name: /Who can see it/ }).click();
  await screen
    .getByRole('menuitemradio', { name: /^Friends/ })
    .first()
    .click();
  await screen.getByRole('menuitemradio', { name: /^Nobody/ }).click();
  await expect.poll(() => draft).toMatchObject({ audience: 'friends', comments: 'nobody' });
  await expect.element(screen.getByRole('button', { name: /Friends.*Nobody/s })).toBeVisible();
});
