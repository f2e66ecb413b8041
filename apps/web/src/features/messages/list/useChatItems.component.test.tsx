import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { inputsOf, Refusal } from '../../../testing/answers.ts';
import { renderOnPage } from '../../../testing/render.tsx';
import { page } from '../../../testing/samples.ts';
import { devTools } from '../../../testing/touch.ts';
import type { Chat } from '../message.ts';
import { ChatList } from './ChatList.tsx';

const chat = (chatId: number, name: string, more: Partial<Chat> = {}): Chat => ({
  ...{ chatId, name, kind: 'group', picture: null, makerId: 1, users: [], unreadCount: 0, mentioned: false },
  ...{ request: false, mutedUntil: null, pinned: false, archived: false },
  lastMessage: {
    ...{ messageId: chatId, content: `in ${name}`, createdAt: '2026-05-01T10:00:00.000Z', senderId: 2, deleted: false },
    ...{ event: null, subjectId: null, picture: false, media: null, post: false },
  },
  ...more,
});

type Listing = { requests?: boolean; archived?: boolean };

/** Shows a list of three chats, which the server changes as soon as `beforeUpdate` allows it. */
async function show(beforeUpdate: () => Promise<void> | undefined) {
  const state = new Map([3, 2, 1].map((id) => [id, chat(id, `Chat ${id}`)]));
  const { screen, router } = await renderOnPage(<ChatList chosen={undefined} showsArchived={false} />, {
    answers: {
      'chats.list': ({ requests, archived = false }: Listing) =>
        requests
          ? page()
          : page(
              ...[...state.values()]
                .filter((row) => row.archived === archived)
                .toSorted((a, b) => Number(b.pinned) - Number(a.pinned)),
            ),
      'chats.messages': () => page(),
      'messages.unreadCount': () => ({ count: 0, conversations: 0 }),
      'chats.update': async (input: { chatId: number; pinned?: boolean; archived?: boolean }) => {
        await beforeUpdate();
        const row = { ...(state.get(input.chatId) as Chat), ...input };
        state.set(input.chatId, row);
        return row;
      },
    },
  });
  const rows = () => [...document.querySelectorAll('[data-chat]')].map((row) => Number(row.getAttribute('data-chat')));
  const choose = async (chatId: number, entry: string) => {
    await userEvent.click(document.querySelector(`[data-chat="${chatId}"] a`) as Element, { button: 'right' });
    await screen.getByRole('menuitem', { name: entry }).click();
  };
  await expect.poll(rows).toEqual([3, 2, 1]);
  return { screen, router, rows, choose };
}

test('a pin moves the chat to the top at once, and back if the server refuses it', async () => {
  const held = Promise.withResolvers<void>();
  const { screen, rows, choose } = await show(() => held.promise);
  await choose(1, 'Pin');
  await expect.poll(rows).toEqual([1, 3, 2]);
  held.reject(new Refusal('too-many-pinned'));
  await expect.element(screen.getByText('You can pin five chats. Unpin one first.')).toBeVisible();
  await expect.poll(rows).toEqual([3, 2, 1]);
});

test('an archived chat leaves the list, and Undo brings it back to its place', async () => {
  const { screen, rows, choose } = await show(() => undefined);
  await choose(2, 'Archive');
  await expect.poll(rows).toEqual([3, 1]);
  await expect.element(screen.getByRole('link', { name: 'Archived' })).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(rows).toEqual([3, 2, 1]);
  expect(inputsOf('chats.update')).toEqual([
    { chatId: 2, archived: true },
    { chatId: 2, pinned: false, archived: false },
  ]);
});

test('a long press opens the menu, and lifting the finger does not open the chat', async () => {
  const { screen, router, rows } = await show(() => undefined);
  const { left, top } = (document.querySelector('[data-chat="2"] a') as Element).getBoundingClientRect();
  const touchPoints = [{ x: left + 40, y: top + 20 }];
  await devTools().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect.element(screen.getByRole('menuitem', { name: 'Pin' })).toBeVisible();
  await devTools().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await screen.getByRole('menuitem', { name: 'Pin' }).click();
  await expect.poll(rows).toEqual([2, 3, 1]);
  expect(router.state.location.pathname).toBe('/home');
});
