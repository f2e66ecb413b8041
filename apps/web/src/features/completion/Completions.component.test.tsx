import { getQueryKey } from '@trpc/react-query';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { queryClient } from '../../lib/queryClient.ts';
import { trpc } from '../../lib/trpc.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { page, samplePost } from '../../testing/samples.ts';
import { tap } from '../../testing/touch.ts';
import { WriteComment } from '../comments/CommentForm.tsx';
import { PostText } from '../composer/PostText.tsx';

const member = (userId: number, userName: string, displayName: string | null = null) => ({
  ...{ userId, userName, displayName },
  profilePicture: null,
});
const members = [member(2, 'pete_r'), member(3, 'pete_s'), member(4, 'zk', 'Zośka Kowalska')];
const answers = { 'search.people': () => page(...members) };

function Text() {
  const [value, setValue] = useState('');
  return <PostText value={value} error={undefined} onChange={setValue} />;
}

async function write() {
  const { screen } = await renderOnPage(<Text />, { answers });
  const text = screen.getByLabelText("What's on your mind?");
  const list = screen.getByRole('listbox', { name: 'Suggestions' });
  const option = (name: string) => list.getByRole('option', { name, exact: true });
  return { screen, text, list, option };
}

/** Puts a post with this caption among those that the page has loaded, from which tags are suggested. */
const load = (caption: string) => {
  const queryKey = getQueryKey(trpc.feed.home, { limit: 20 }, 'infinite');
  queryClient.setQueryData(queryKey, { pages: [page(samplePost({ caption }))], pageParams: [null] });
};

test('a name is completed by the arrow keys and Enter, and the list names the active option', async () => {
  const { text, list, option } = await write();
  await expect.element(text).not.toHaveAttribute('role');
  await userEvent.type(text, 'With @pete_');
  await expect.element(option('@pete_s')).toBeVisible();
  await expect.element(text).toHaveAttribute('role', 'combobox');
  await expect.element(text).toHaveAttribute('aria-expanded', 'true');
  await expect.element(text).toHaveAttribute('aria-controls', list.element().id);
  await expect.element(text).toHaveAttribute('aria-activedescendant', option('@pete_r').element().id);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option('@pete_s')).toHaveAttribute('aria-selected', 'true');
  await expect.element(text).toHaveAttribute('aria-activedescendant', option('@pete_s').element().id);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option('@pete_r')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(text).toHaveValue('With @pete_s ');
  await expect.element(list).not.toBeInTheDocument();
});

test('Escape closes the list for this word, and Tab completes the next', async () => {
  const { text, list, option } = await write();
  load('Out at first light #seasideswim');
  await userEvent.type(text, '#seas');
  await expect.element(option('#seasideswim')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}#seas');
  await expect.element(option('#seasideswim')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(text).toHaveValue('#seas\n#seasideswim ');
  await expect.element(text).toHaveFocus();
});

for (const [way, act] of [
  ['a click', (option: Element) => userEvent.click(option)],
  ['a tap', tap],
] as const)
  test(`${way} on an option completes the word and leaves the focus in the text`, async () => {
    const { text, list, option } = await write();
    await userEvent.type(text, '@pe at sea');
    await userEvent.keyboard('{ArrowLeft}'.repeat(' at sea'.length));
    await expect.element(option('@pete_s')).toBeVisible();
    await act(option('@pete_s').element());
    await expect.element(text).toHaveValue('@pete_s at sea');
    await expect.element(text).toHaveFocus();
    await expect.element(list).not.toBeInTheDocument();
    await userEvent.keyboard('and me ');
    await expect.element(text).toHaveValue('@pete_s and me at sea');
  });

test('a comment completes names as well, and Enter sends it only once no list is open', async () => {
  const { screen } = await renderOnPage(<WriteComment postId={10} onSent={() => undefined} />, {
    answers: { ...answers, 'comments.create': () => new Promise(() => undefined) },
  });
  const field = screen.getByRole('textbox', { name: 'Write a comment…' });
  await field.click();
  await userEvent.keyboard('See #seasideswim with @pete_r');
  await userEvent.keyboard('{Backspace}');
  await expect.element(screen.getByRole('option', { name: '@pete_r' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByLabelText('Write a comment…')).toHaveValue('See #seasideswim with @pete_r ');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByLabelText('Write a comment…')).toHaveValue('');
});

test('a member is also found by the display name, without its accents, and the user name is inserted', async () => {
  const { text, list } = await write();
  await userEvent.type(text, 'With @kowalś');
  await expect.element(list.getByRole('option')).toHaveTextContent('Zośka Kowalska @zk');
  await userEvent.keyboard('{Enter}');
  await expect.element(text).toHaveValue('With @zk ');
});
