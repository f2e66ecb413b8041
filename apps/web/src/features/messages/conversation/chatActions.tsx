import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type TFunction, t } from 'i18next';
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { toggle } from '../../../lib/toggleQueue.ts';
import { useStoredValue } from '../../../lib/useStoredValue.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import type { MenuPosition } from '../../../ui/Menu.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { Track } from '../../voice/player.ts';
import { type ChatKey, draftNameOf } from '../chat.ts';
import { keyOf, type MessagePicture, type Quote, type ShownMessage } from '../message.ts';
import { applyChange, loadedMessages, updateReactions } from './messageCache.ts';
import { withOwnReaction } from './messageChanges.ts';
import type { OpenChat } from './useOpenChat.ts';

/** The message that the text in the input field replies to or edits. */
export interface Target {
  kind: 'reply' | 'edit';
  messageId: number;
  quote: Quote;
  /** The complete text of the message. */
  content: string;
}

/** The actions on the messages of a chat. */
interface ChatActions {
  nameOf: (userId: number) => string;
  /** Returns the pictures of the loaded messages, oldest first. */
  loadedPictures: () => (MessagePicture & { label: string })[];
  /** Returns the voice messages among the loaded messages, oldest first. */
  loadedVoices: () => Track[];
  /** Tells the server that the viewer listens to a voice message, if that is shown to its sender. */
  listen: (key: string) => void;
  openMenu: (message: ShownMessage, place: MenuPosition) => void;
  reply: (message: ShownMessage) => void;
  react: (message: ShownMessage, emoji: string, add: boolean) => void;
  /** Scrolls to a message of the chat, even if the message is not loaded yet. */
  goTo: (messageId: number) => void;
}

const Context = createContext<ChatActions | null>(null);
export const ChatActionsProvider = Context.Provider;

export function useChatActions(): ChatActions {
  const actions = useContext(Context);
  if (!actions) throw new Error('This must be used within a chat');
  return actions;
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Scrolls to a message, and waits until that message is rendered, because messages far from the viewport are not. Returns false
 * if the message is not loaded.
 */
export async function scrollToMessage(list: HTMLElement, messageId: number): Promise<boolean> {
  for (let frames = 0; frames < 60; frames++) {
    const bubble = list.querySelector<HTMLElement>(`[data-message="${messageId}"]`);
    if (bubble) {
      bubble.scrollIntoView({ block: 'center' });
      bubble.focus({ preventScroll: true });
      bubble.animate([{ opacity: 0.4 }, { opacity: 1 }], 900);
      return true;
    }
    const part = list.querySelector(`[data-holds~="${messageId}"]`);
    if (!part) return false;
    part.scrollIntoView({ block: 'center' });
    await nextFrame();
  }
  return false;
}

/** Returns a function that scrolls to a message of the chat in `ref`. If the message is not loaded, it calls `loadAround`. */
export function useGoTo(loadAround: (messageId: number) => void) {
  const ref = useRef<HTMLElement>(null);
  const latest = useRef(loadAround);
  useEffect(() => {
    latest.current = loadAround;
  });
  const goTo = useCallback(async (messageId: number) => {
    const list = ref.current?.querySelector<HTMLElement>('[role=log]');
    if (!list || !(await scrollToMessage(list, messageId))) latest.current(messageId);
  }, []);
  return { ref, goTo };
}

/**
 * Adds or removes the viewer's reaction. The change is shown immediately. Further clicks while a call is in flight lead to at
 * most one more call.
 */
function setReaction(client: QueryClient, chat: ChatKey, messageId: number, emoji: string, add: boolean): void {
  const now = () => loadedMessages(client, chat).find((message) => message.messageId === messageId)?.reactions;
  const show = (mine: boolean) => {
    const reactions = now();
    if (reactions) updateReactions(client, chat, messageId, withOwnReaction(reactions, emoji, mine));
  };
  toggle(add, {
    key: `reaction:${messageId}:${emoji}`,
    value: now()?.some((reaction) => reaction.emoji === emoji && reaction.mine) ?? false,
    send: async (mine) => {
      const answer = await api.messages[mine ? 'react' : 'unreact'].mutate({ messageId, emoji });
      updateReactions(client, chat, messageId, answer.reactions);
      return mine;
    },
    onRequest: show,
    onSettled: (confirmed, error) => {
      show(confirmed);
      if (error) toast(`${t('messages.reactFailed')} ${failureText(error)}`, { variant: 'bad' });
    },
  });
}

/** Marks a received voice message of a direct chat as listened to. A failure is ignored: the next time it is played tells it too. */
function markListened(client: QueryClient, chat: ChatKey, me: number, key: string): void {
  const message = loadedMessages(client, chat).find((each) => keyOf(each) === key);
  if (!message?.voice || message.voice.listened || message.receiver?.userId !== me) return;
  api.messages.markListened.mutate({ messageId: message.messageId }).catch(() => undefined);
  applyChange(client, chat, { ...message, voice: { ...message.voice, listened: true } });
}

/** Returns the description of a picture by its sender or, if there is none, one with the sender's name. */
export const labelOf = (t: TFunction, { alt, kind }: MessagePicture, name: string): string =>
  alt ?? t(kind === 'video' ? 'video.by' : 'messages.pictureOf', { name });

/** Returns what the field quotes while the member replies to a message. */
const quoteOf = ({ senderId, content, picture, voice, post, poll }: ShownMessage, messageId: number): Quote => ({
  ...{ messageId, senderId, deleted: false, folded: false },
  content: content.slice(0, 200),
  picture: Boolean(picture ?? voice),
  media: voice ? 'voice' : (picture?.kind ?? null),
  post: Boolean(post),
  poll: Boolean(poll),
});

const MessageMenu = lazy(() => import('./MessageMenu.tsx'));
const DeleteMessageDialog = lazy(async () => ({ default: (await import('./MessageMenu.tsx')).DeleteMessageDialog }));
const ReadersDialog = lazy(async () => ({ default: (await import('./MessageMenu.tsx')).ReadersDialog }));
const EmojiDialog = lazy(() => import('./EmojiDialog.tsx'));
const ForwardDialog = lazy(() => import('./ForwardDialog.tsx'));

interface OpenedItem {
  kind: 'menu' | 'emoji' | 'forward' | 'delete' | 'readers';
  message: ShownMessage;
  position: MenuPosition;
}

/** Returns the actions on a chat's messages, and what they opened: the menu, the emoji picker or a dialog. */
export function useActions(
  { chat = 0, chosen }: Pick<OpenChat, 'chat' | 'chosen'>,
  goTo: (messageId: number) => void,
  nameOf: (userId: number) => string,
): { actions: ChatActions; target: Target | null; endTarget: () => void; opened: ReactNode } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { userId: me } = useViewer();
  const [opened, setOpened] = useState<OpenedItem | null>(null);
  const [edited, setEdited] = useState<Target | null>(null);
  // The message that the draft replies to survives a reload, as the draft's text does.
  const [replied, setReplied, clearReplied] = useStoredValue<Target | null>(`${draftNameOf(chosen)}.reply`, null);

  const startTarget = useCallback(
    (kind: Target['kind'], message: ShownMessage) => {
      const { messageId, content } = message;
      if (messageId === undefined) return;
      const target: Target = { kind, messageId, quote: quoteOf(message, messageId), content };
      setEdited(kind === 'edit' ? target : null);
      if (kind === 'reply') setReplied(target);
    },
    [setReplied],
  );
  const actions = useMemo(
    (): ChatActions => ({
      goTo,
      nameOf,
      loadedPictures: () =>
        loadedMessages(client, chat)
          .toReversed()
          .flatMap(({ image, sender }) =>
            image ? [{ ...image, label: labelOf(t, image, nameOf(sender.userId)) }] : [],
          ),
      loadedVoices: () =>
        loadedMessages(client, chat)
          .toReversed()
          .flatMap((message) => {
            const { url, durationMs } = message.voice ?? {};
            return url ? [{ key: keyOf(message), url, durationMs: durationMs ?? 0 }] : [];
          }),
      listen: (key) => markListened(client, chat, me, key),
      react: ({ messageId }, emoji, add) => {
        if (messageId !== undefined) setReaction(client, chat, messageId, emoji, add);
      },
      reply: (message) => startTarget('reply', message),
      openMenu: (message, position) => setOpened({ kind: 'menu', message, position }),
    }),
    [client, chat, me, goTo, nameOf, startTarget, t],
  );

  const close = () => setOpened(null);
  // The menu has closed by then, and `opened` is null.
  const openNext = (kind: OpenedItem['kind']) => opened && setOpened({ ...opened, kind });
  const bubble = (): HTMLElement | null => document.querySelector(`[data-message="${opened?.message.messageId}"]`);
  const { kind, message, position } = opened ?? {};
  const dialog = { messageId: message?.messageId ?? 0, focusAfter: bubble, onClose: close };
  return {
    actions,
    target: edited ?? replied,
    endTarget: () => (edited ? setEdited(null) : clearReplied()),
    opened: message && position && (
      <Suspense fallback={null}>
        {kind === 'menu' && (
          <MessageMenu
            key={`${message.key} ${position.x} ${position.y}`}
            message={message}
            position={position}
            onReact={(emoji, add) => actions.react(message, emoji, add)}
            onPick={() => openNext('emoji')}
            onReply={() => startTarget('reply', message)}
            onForward={() => openNext('forward')}
            onEdit={() => startTarget('edit', message)}
            onDelete={() => openNext('delete')}
            onReaders={() => openNext('readers')}
            onClosed={() => {
              close();
              return bubble();
            }}
          />
        )}
        {kind === 'emoji' && (
          <EmojiDialog
            onClose={close}
            focusAfter={bubble}
            onChoose={(emoji) => {
              actions.react(message, emoji, true);
              close();
            }}
          />
        )}
        {kind === 'forward' && <ForwardDialog content={message.content} focusAfter={bubble} onClose={close} />}
        {kind === 'readers' && <ReadersDialog {...dialog} />}
        {kind === 'delete' && <DeleteMessageDialog chat={chat} {...dialog} />}
      </Suspense>
    ),
  };
}
