import { expect, test } from 'vitest';
import { Bubble } from '../features/messages/conversation/Bubble.tsx';
import { ChatHeader } from '../features/messages/conversation/ChatHeader.tsx';
import { ChatActionsProvider } from '../features/messages/conversation/chatActions.tsx';
import { ChatRow } from '../features/messages/list/ChatRow.tsx';
import { NotificationRow } from '../features/notifications/NotificationRow.tsx';
import { PostTile } from '../features/posts/PostTile.tsx';
import { renderOnPage } from '../testing/render.tsx';

const arabicText = 'مرحبا WiFi يا صديقي!';

const bea = { userId: 2, userName: 'bea', profilePicture: null };

const page = (
  <ChatActionsProvider value={{ nameOf: () => 'bea' } as never}>
    <div data-place="reply quote" style={{ width: 300 }}>
      <Bubble
        name="bea"
        first
        last
        tile={false}
        message={
          {
            messageId: 2,
            content: 'Hello',
            createdAt: '',
            reactions: [],
            quote: { messageId: 1, content: arabicText },
          } as never
        }
      />
    </div>
    {['direct', 'group'].map((kind) => (
      <div key={kind} data-place={kind === 'group' ? 'group preview' : 'chat preview'} style={{ width: 500 }}>
        <ChatRow
          onMenu={() => undefined}
          open={false}
          replace={false}
          row={
            {
              kind,
              name: arabicText,
              users: [kind === 'group' ? bea : { ...bea, userName: arabicText }],
              lastMessage: { messageId: 1, senderId: 2, content: arabicText, createdAt: '2026-01-01T00:00:00Z' },
              unreadCount: 0,
              mutedUntil: null,
            } as never
          }
        />
      </div>
    ))}
    <div data-place="group name" style={{ width: 300 }}>
      <ChatHeader
        open={{ group: { name: arabicText, picture: null, users: [] } } as never}
        people={[] as never}
        me={1}
        onAbout={() => undefined}
      >
        {null}
      </ChatHeader>
    </div>
    <div data-place="notification" style={{ width: 700 }}>
      <NotificationRow
        unread={false}
        aria-posinset={1}
        aria-setsize={1}
        notification={
          {
            kind: 'comment',
            actors: [bea],
            actorsCount: 1,
            post: { postId: 1, caption: arabicText, imageUrl: null },
            excerpt: arabicText,
            createdAt: '2026-01-01T00:00:00Z',
          } as never
        }
      />
    </div>
    <div data-place="tile" style={{ width: 300 }}>
      <PostTile
        post={{ postId: 1, caption: arabicText, image: null, images: [], likesCount: 0, commentsCount: 0 } as never}
        eager
        onOpen={() => undefined}
      />
    </div>
  </ChatActionsProvider>
);

const rangeOf = (text: Text, start: number, end: number): DOMRect => {
  const range = document.createRange();
  range.setStart(text, start);
  range.setEnd(text, end);
  return range.getBoundingClientRect();
};

/** Returns, by place, whether each text begins at the right of what follows, and whether it stands at the right of its line. */
function shownTexts(): Record<string, { rightToLeft: boolean; atRight: boolean }[]> {
  const found: ReturnType<typeof shownTexts> = {};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null) {
    const at = text.data.indexOf(arabicText);
    const block = text.parentElement;
    const place = block?.closest<HTMLElement>('[data-place]')?.dataset.place;
    if (at < 0 || !block || !place || block.closest('.sr-only')) continue;
    const first = rangeOf(text, at, at + 1);
    const later = rangeOf(text, text.data.indexOf('W'), text.data.indexOf('W') + 1);
    found[place] = [
      ...(found[place] ?? []),
      { rightToLeft: first.right > later.right, atRight: block.getBoundingClientRect().right - first.right < 1 },
    ];
  }
  return found;
}

test('the first letter of a text by a member decides its direction and its side, wherever it is shown', async () => {
  await renderOnPage(page);
  const rightToLeft = { rightToLeft: true, atRight: true };
  await expect.poll(() => Object.keys(shownTexts())).toHaveLength(6);
  expect(shownTexts()).toEqual({
    'reply quote': [rightToLeft],
    // The name of the chat, and its last message.
    'chat preview': [rightToLeft, rightToLeft],
    // The last message after the words "bea:", which begin at the left.
    'group preview': [rightToLeft, { rightToLeft: true, atRight: false }],
    'group name': [rightToLeft],
    notification: [rightToLeft, rightToLeft],
    tile: [rightToLeft],
  });
});
