import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { play, playing } from '../../features/voice/player.ts';
import { Refusal } from '../../testing/answers.ts';
import { soundFile } from '../../testing/media.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { page } from '../../testing/samples.ts';
import { Route } from './messages.tsx';

const MessagesScreen = Route.options.component as () => React.ReactNode;

test('a voice message goes on while another chat is opened, and ends when the member leaves Messages', async () => {
  const search = vi.spyOn(Route, 'useSearch');
  onTestFinished(() => search.mockRestore());
  function Page() {
    const [chatId, setChatId] = useState(4);
    search.mockReturnValue({ chatId } as never);
    return (
      <>
        <button type="button" onClick={() => setChatId(chatId + 1)}>
          Next
        </button>
        <MessagesScreen />
      </>
    );
  }
  const refuse = () => {
    throw new Refusal('forbidden');
  };
  const { screen } = await renderOnPage(<Page />, {
    at: '/messages',
    answers: { 'chats.list': () => page(), 'chats.byId': refuse, 'chats.messages': refuse },
  });
  const next = screen.getByRole('button', { name: 'Next', exact: true });
  // A browser plays sound only on a page that was clicked.
  await next.click();
  const url = URL.createObjectURL(await soundFile(60));
  await play(
    { key: 'one', url, durationMs: 60_000 },
    () => [],
    () => undefined,
  );
  await next.click();
  expect(playing.get()).toMatchObject({ track: { key: 'one' }, paused: false });
  await screen.unmount();
  expect(playing.get()).toMatchObject({ track: null, paused: true });
});
