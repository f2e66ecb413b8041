import { expect, test } from 'vitest';
import { renderOnPage } from '../../../testing/render.tsx';
import { bob } from '../../../testing/samples.ts';
import type { Chat } from '../message.ts';
import { ChatName } from './ChatName.tsx';

const other = { ...bob, joinedAt: null };
const me = { ...other, userId: 1, userName: 'alice' };
const chat = (part: Partial<Chat>) => ({ kind: 'direct', name: null, users: [me, other], ...part }) as Chat;

test('a chat is named after the other member, with both names, or after the group', async () => {
  const zofia = { ...other, userName: 'zk', displayName: 'Zośka' };
  const gone = { ...other, userName: null };
  const chats = [
    chat({ users: [zofia, me] }),
    chat({}),
    chat({ users: [me, gone] }),
    chat({ kind: 'group', name: 'The lake', users: [me, zofia] }),
  ];
  const { screen } = await renderOnPage(
    <ul>
      {chats.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
        <li key={index}>
          <ChatName chat={each} />
        </li>
      ))}
    </ul>,
  );
  const names = () =>
    screen
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(['Zośka @zk', 'bob', 'Unavailable member', 'The lake']);
});
