import { expect, test } from 'vitest';
import { renderOnPage } from '../../../testing/render.tsx';
import type { ShownMessage } from '../message.ts';
import MessageMenu from './MessageMenu.tsx';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const theirs: ShownMessage = {
  key: 'm7',
  messageId: 7,
  content: 'Lake on Saturday?',
  createdAt: hoursAgo(1),
  senderId: 2,
  mine: false,
  status: 'read',
};
const mine: ShownMessage = { ...theirs, senderId: 1, mine: true };

/** Opens the menu of a message. Returns what was chosen, as the names of the properties that were called. */
async function open(message: ShownMessage) {
  const chosen: unknown[] = [];
  const call = (name: string) => () => void chosen.push(name);
  const { screen } = await renderOnPage(
    <MessageMenu
      message={message}
      position={{ x: 60, y: 60 }}
      onReact={(emoji, add) => chosen.push(emoji, add)}
      onPick={call('pick')}
      onReply={call('reply')}
      onForward={call('forward')}
      onEdit={call('edit')}
      onDelete={call('delete')}
      onReaders={call('readers')}
      onClosed={() => {
        chosen.push('closed');
        return null;
      }}
    />,
  );
  const entry = (name: string) => screen.getByRole('menuitem', { name, exact: true });
  await expect.element(entry('Reply')).toBeVisible();
  const entries = screen.getByRole('menuitem').elements();
  return { chosen, entry, texts: entries.map(({ textContent }) => textContent).slice(7) };
}

const deletion = 'Delete for everyone';
for (const [whose, message, entries] of [
  ['of another member', theirs, ['Reply', 'Forward', 'Copy', 'Report']],
  ['of another member that is only a picture', { ...theirs, content: '' }, ['Reply', 'Report']],
  ['of their own', mine, ['Reply', 'Forward', 'Copy', 'Edit', deletion]],
  [
    'of their own, nearly a day old',
    { ...mine, createdAt: hoursAgo(23.9) },
    ['Reply', 'Forward', 'Copy', 'Edit', deletion],
  ],
  ['of their own, a day old', { ...mine, createdAt: hoursAgo(24) }, ['Reply', 'Forward', 'Copy', deletion]],
  ['of their own in a group', { ...mine, readCount: 0 }, ['Reply', 'Forward', 'Copy', 'Edit', 'Read by', deletion]],
] as const)
  test(`a member finds in the menu of a message ${whose}: ${entries.join(', ')}`, async () => {
    expect((await open(message)).texts).toEqual(entries);
  });

test('each entry does what it says', async () => {
  for (const [name, done] of [
    ['Reply', ['reply']],
    ['Forward', ['forward']],
    ['Edit', ['edit']],
    ['Read by', ['readers']],
    [deletion, ['delete']],
    ['More emoji', ['pick']],
    ['React with 👍', ['👍', true]],
    ['Take ❤️ back', ['❤️', false]],
  ] as const) {
    const reactions = [
      { emoji: '👍', count: 1, mine: false },
      { emoji: '❤️', count: 2, mine: true },
    ];
    const { chosen, entry } = await open({ ...mine, readCount: 1, reactions });
    await entry(name).click();
    // What opens a dialog waits until the menu has given the focus back, which would otherwise take it from the dialog.
    const opens = !/React|Take/.test(name);
    await expect.poll(() => chosen, { message: name }).toEqual(opens ? ['closed', ...done] : [...done, 'closed']);
  }
});
