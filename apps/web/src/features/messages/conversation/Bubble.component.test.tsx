import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderOnPage } from '../../../testing/render.tsx';
import { samplePicture } from '../../../testing/samples.ts';
import type { ShownMessage } from '../message.ts';
import { Bubble } from './Bubble.tsx';
import { ChatActionsProvider } from './chatActions.tsx';

const theirs: ShownMessage = {
  key: 'm7',
  messageId: 7,
  content: 'Lake on Saturday?',
  createdAt: '2026-05-01T10:00:00.000Z',
  senderId: 2,
  mine: false,
  status: 'read',
};
const mine: ShownMessage = { ...theirs, senderId: 1, mine: true };
const quote = {
  messageId: 3,
  senderId: 2,
  content: 'The pier',
  deleted: false,
  folded: false,
  picture: false,
  media: null,
  post: false,
  poll: false,
};

async function show(message: ShownMessage) {
  const actions = { openMenu: vi.fn(), reply: vi.fn(), react: vi.fn(), goTo: vi.fn(), listen: vi.fn() };
  const { screen } = await renderOnPage(
    <ChatActionsProvider value={{ ...actions, nameOf: () => 'bob', loadedPictures: () => [], loadedVoices: () => [] }}>
      <Bubble name="bob" message={message} first last tile={false} />
    </ChatActionsProvider>,
  );
  const bubble = document.querySelector('[data-bubble]') as HTMLElement;
  return { screen, bubble, options: screen.getByRole('button', { name: 'Message options' }), ...actions };
}

test('a click and Enter show the full time, a right click and the button the menu', async () => {
  const { bubble, options, openMenu, screen } = await show(theirs);
  await userEvent.click(bubble);
  expect(bubble.getAttribute('aria-expanded')).toBe('true');
  await expect.element(screen.getByText(/2026/)).toBeVisible();
  bubble.focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => bubble.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(bubble, { button: 'right' });
  expect(openMenu).toHaveBeenCalledTimes(1);
  // From the focused message, Tab leads to the button of its menu.
  bubble.focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(options).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => openMenu.mock.calls.length).toBe(2);
  expect(openMenu.mock.lastCall?.[0]).toBe(theirs);
});

test('a deleted message and one that is not sent yet have no menu', async () => {
  const deleted = await show({ ...theirs, content: '', deleted: true });
  expect(deleted.bubble.textContent).toBe('bob: Message deleted');
  await userEvent.click(deleted.bubble, { button: 'right' });
  const unsent = await show({ ...mine, messageId: undefined as never, status: 'sending' });
  await userEvent.click(unsent.bubble, { button: 'right' });
  for (const { options, openMenu } of [deleted, unsent]) {
    expect(options.query()).toBeNull();
    expect(openMenu).not.toHaveBeenCalled();
  }
});

test('the own message says how far it came, and another one only that it was edited', async () => {
  for (const [status, words] of [
    ['sending', 'Sending'],
    ['waiting', 'Waiting for the connection'],
    ['sent', 'Sent'],
    ['read', 'Read'],
  ] as const) {
    const { bubble } = await show({ ...mine, status });
    expect(bubble.querySelector('[data-status]')?.textContent).toBe(words);
  }
  const { bubble } = await show({ ...mine, edited: true });
  expect(bubble.querySelector('[data-status]')?.textContent).toBe('editedRead');
  const other = await show({ ...theirs, edited: true });
  expect(other.bubble.textContent).toBe('bob: Lake on Saturday?edited');
  expect(other.bubble.querySelector('[data-status]')).toBeNull();
});

test('reactions say their number and whether one is mine, and a press adds or takes it back', async () => {
  const reactions = [
    { emoji: '❤️', count: 1, mine: false },
    { emoji: '🎂', count: 2, mine: true },
  ];
  const message = { ...theirs, reactions };
  const { screen, react } = await show(message);
  await expect.element(screen.getByRole('button', { name: '❤️: 1 reaction', pressed: false })).toBeVisible();
  await screen.getByRole('button', { name: '❤️: 1 reaction' }).click();
  await screen.getByRole('button', { name: '🎂: 2 reactions', pressed: true }).click();
  expect(react.mock.calls).toEqual([
    [message, '❤️', true],
    [message, '🎂', false],
  ]);
});

test('a quote leads to its message, and says no more of what is deleted or hidden', async () => {
  const { screen, goTo, bubble } = await show({ ...theirs, quote });
  await screen.getByRole('button', { name: /The pier/ }).click();
  expect(goTo).toHaveBeenCalledWith(3);
  expect(bubble.getAttribute('role')).toBe('group');
  for (const [part, words] of [
    [{ deleted: true, content: '' }, 'Message deleted'],
    [{ folded: true, content: '' }, 'Message not available'],
    [{ picture: true, media: 'picture', content: '' }, 'Picture'],
    [{ picture: true, media: 'voice', content: '' }, 'Voice message'],
    [{ poll: true }, 'Poll: The pier'],
    [{ post: true }, 'Post: The pier'],
  ] as const) {
    const shown = await show({ ...theirs, quote: { ...quote, ...part } });
    await expect.element(shown.screen.getByRole('button', { name: new RegExp(words) })).toBeVisible();
  }
});

test('a post that the reader may not see is a note without its words', async () => {
  const user = { userId: 2, userName: 'bob', displayName: null, profilePicture: null };
  const post = { postId: 10, user, caption: 'A heron on the pier', image: null, imageUrl: null, event: null };
  const { screen } = await show({ ...theirs, content: '', post });
  await expect.element(screen.getByRole('link', { name: /A heron on the pier/ })).toHaveAttribute('href', '/post/10');
  const hidden = { postId: null, user: null, caption: '', image: null, imageUrl: null, event: null };
  const other = await show({ ...theirs, content: '', post: hidden });
  await expect.element(other.screen.getByText('A post that you cannot see')).toBeVisible();
  expect(other.screen.getByRole('link').query()).toBeNull();
});

test('an event in a chat says when and where it is', async () => {
  const user = { userId: 2, userName: 'bob', displayName: null, profilePicture: null };
  const event = {
    ...{ startsAt: '2027-04-30T10:00:00.000Z', endsAt: '2027-05-01T10:00:00.000Z', timeZone: 'Pacific/Kiritimati' },
    ...{ place: 'The pier', cancelledAt: null, answers: { yes: 0, maybe: 0, no: 0 } },
  };
  const post = { postId: 10, user, caption: 'Regatta', image: null, imageUrl: null, event };
  const { screen } = await show({ ...theirs, content: '', post });
  const card = screen.getByRole('link', { name: /Regatta/ });
  await expect.element(card).toMatchTextContent(/Saturday.*All day.*The pier/);
});

test('a picture without words has no frame, its own shape, and time and ticks on it', async () => {
  const size = async (width: number, height: number) => {
    const { bubble, screen } = await show({
      ...mine,
      content: '',
      picture: { ...samplePicture(), width, height } as never,
    });
    const picture = screen.getByRole('button', { name: 'Picture by You' }).element().getBoundingClientRect();
    expect(getComputedStyle(bubble).padding).toBe('0px');
    expect(bubble.querySelector('[data-status] time')?.textContent).not.toBe('');
    expect(bubble.querySelector('[data-status]')?.textContent).toContain('Read');
    return [Math.round(picture.width), Math.round(picture.height)];
  };
  expect(await size(3_000, 1_000)).toEqual([320, 107]);
  expect(await size(1_000, 1_000)).toEqual([320, 320]);
  expect(await size(500, 2_000)).toEqual([160, 320]);
  // A panorama, and what is still higher than the frame, are shown in full.
  expect(await size(6_000, 1_000)).toEqual([320, 53]);
  expect(getComputedStyle(document.querySelector('[data-bubble] img') as Element).objectFit).toBe('contain');
});
