import { createFileRoute } from '@tanstack/react-router';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Conversation } from '../../features/messages/conversation/Conversation.tsx';
import { ChatList } from '../../features/messages/list/ChatList.tsx';
import { stopPlaying } from '../../features/voice/player.ts';
import { keyboardHeight } from '../../lib/keyboard.ts';
import { loadMessages } from '../../lib/loadScreens.ts';
import { readId } from '../../lib/popupSearch.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/States.tsx';

/**
 * Measures a box that fills the rest of the page, and sets two CSS properties: `--above` is the height above the box, `--view`
 * the height that a phone's keyboard leaves. If the browser draws the keyboard over the page, also sets `data-typing`, which
 * hides the tab bar below the box.
 */
function fill(box: HTMLElement): void {
  const keyboard = keyboardHeight();
  const covered = keyboard > 0;
  box.style.setProperty('--above', `${Math.round(box.getBoundingClientRect().top + scrollY)}px`);
  if (covered) box.style.setProperty('--view', `${Math.round(innerHeight - keyboard)}px`);
  else box.style.removeProperty('--view');
  box.toggleAttribute('data-typing', covered);
  if (covered) scrollTo(0, 0);
}

function useFilledHeight() {
  const ref = useRef<HTMLDivElement>(null);
  // Runs after each rendering, because the bar above disappears when a chat opens. The observer below alone would be a frame late.
  useLayoutEffect(() => {
    if (!ref.current) return;
    // This page does not scroll, so a reserved space for the scrollbar would be an empty strip. `--gutter` keeps the menu in
    // place when that space disappears. The width is read before `fill` changes a style, because otherwise the browser would
    // compute the layout twice.
    const root = document.documentElement;
    const gutter = innerWidth - root.offsetWidth;
    fill(ref.current);
    if (!gutter) return;
    root.style.setProperty('--gutter', `${gutter}px`);
    root.style.scrollbarGutter = 'auto';
  });
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const resize = () => fill(box);
    // Resizes in the next frame, because WebKit reports an error if an observer changes the size that it observes.
    const observer = new ResizeObserver(() => requestAnimationFrame(resize));
    if (box.parentElement) observer.observe(box.parentElement);
    visualViewport?.addEventListener('resize', resize);
    return () => {
      const { style } = document.documentElement;
      style.scrollbarGutter = '';
      style.removeProperty('--gutter');
      observer.disconnect();
      visualViewport?.removeEventListener('resize', resize);
    };
  }, []);
  return ref;
}

interface Chosen {
  /** The user id of the other member of a direct chat. */
  userId?: number | undefined;
  /** The id of a group chat. */
  chatId?: number | undefined;
  /** The id of the message at which to open the chat. */
  at?: number | undefined;
  /** Whether the list shows the archived chats. */
  archived?: true | undefined;
}

/** The list of chats beside the open chat. On screens narrower than 700 px, only one of the two is shown. */
function MessagesScreen({ userId, chatId, at, archived }: Chosen) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const box = useFilledHeight();
  useEffect(() => stopPlaying, []);
  const other = userId === viewer.userId ? undefined : userId;
  const chosen = chatId !== undefined ? { chatId } : other !== undefined ? { userId: other } : undefined;
  return (
    <div
      ref={box}
      className={cx(
        '-mb-4 flex overflow-hidden',
        chosen === undefined
          ? 'h-[calc(var(--view,100dvh)-var(--above,0px)-3.5rem-env(safe-area-inset-bottom))]'
          : 'h-[calc(var(--view,100dvh)-var(--above,0px))] max-rail:pb-[env(safe-area-inset-bottom)]',
        'data-typing:h-[calc(var(--view)-var(--above,0px))] rail:-mb-8 rail:h-[calc(100dvh-var(--above,0px))]',
      )}
    >
      <title>{t('common.pageTitle', { page: t('messages.title') })}</title>
      <ChatList
        chosen={chosen}
        showsArchived={archived === true}
        className={chosen === undefined ? 'flex' : 'hidden rail:flex'}
      />
      {chosen === undefined ? (
        <div className="hidden flex-1 place-items-center rail:grid">
          <EmptyState icon={MessagesSquare} title={t('messages.choose')} lead={t('messages.chooseLead')} />
        </div>
      ) : (
        <Conversation key={`${chosen.userId} ${chosen.chatId}`} chosen={chosen} at={at} />
      )}
    </div>
  );
}

export const Route = createFileRoute('/_app/messages')({
  validateSearch: ({ userId, chatId, at, archived }): Chosen => ({
    userId: readId(userId),
    chatId: readId(chatId),
    at: readId(at),
    archived: archived === true || undefined,
  }),
  loader: loadMessages,
  component: () => <MessagesScreen {...Route.useSearch()} />,
});
