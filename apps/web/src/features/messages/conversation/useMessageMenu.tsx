import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { t } from 'i18next';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { toggle } from '../../../lib/toggleQueue.ts';
import { useStoredValue } from '../../../lib/useStoredValue.ts';
import type { MenuPosition } from '../../../ui/Menu.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { ChatKey } from '../chat.ts';
import { draftOf } from '../chat.ts';
import type { ShownMessage } from '../message.ts';
import type { ChatActions, Target } from './chatActions.ts';
import { loadedMessages, updateReactions } from './messageCache.ts';
import { withOwnReaction } from './messageChanges.ts';
import type { OpenChat } from './useOpenChat.ts';

/**
 * Adds or removes the viewer's reaction. The change is shown immediately. Further clicks while a call is in flight lead to at
 * most one more call.
 */
export function setReaction(client: QueryClient, chat: ChatKey, messageId: number, emoji: string, add: boolean): void {
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

const MessageMenu = lazy(() => import('./MessageMenu.tsx'));
const EmojiDialog = lazy(() => import('./EmojiDialog.tsx'));
const ForwardDialog = lazy(() => import('./ForwardDialog.tsx'));
const ReadersDialog = lazy(() => import('./ReadersDialog.tsx'));
const DeleteMessageDialog = lazy(() => import('./DeleteMessageDialog.tsx'));

interface OpenedItem {
  kind: 'menu' | 'emoji' | 'forward' | 'delete' | 'readers';
  message: ShownMessage;
  position: MenuPosition;
}

/** Returns the actions on a chat's messages, and what they opened: the menu, the emoji picker or a dialog. */
export function useMessageMenu(
  { chat = 0, chosen: place }: Pick<OpenChat, 'chat' | 'chosen'>,
  goTo: (messageId: number) => void,
  nameOf: (userId: number) => string,
): { actions: ChatActions; target: Target | null; endTarget: () => void; opened: ReactNode } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [opened, setOpened] = useState<OpenedItem | null>(null);
  const [edited, setEdited] = useState<Target | null>(null);
  // The message that the draft replies to survives a reload, as the draft's text does.
  const [replied, setReplied, clearReplied] = useStoredValue<Target | null>(`${draftOf(place)}.reply`, null);
  // Set when a menu entry opens a dialog or the emoji picker. The menu reports its closing only after that, and this report
  // must not close what the entry has opened.
  const chosen = useRef(false);

  const startTarget = useCallback(
    (kind: Target['kind'], { messageId, senderId, content, picture, voice, post }: ShownMessage) => {
      if (messageId === undefined) return;
      const quote = {
        messageId,
        senderId,
        content: content.slice(0, 200),
        deleted: false,
        folded: false,
        picture: Boolean(picture ?? voice),
        media: voice ? ('voice' as const) : (picture?.kind ?? null),
        post: Boolean(post),
      };
      const target: Target = { kind, messageId, quote, content };
      setEdited(kind === 'edit' ? target : null);
      if (kind === 'reply') setReplied(target);
    },
    [setReplied],
  );
  const react = useCallback(
    ({ messageId }: ShownMessage, emoji: string, add: boolean) => {
      if (messageId !== undefined) setReaction(client, chat, messageId, emoji, add);
    },
    [client, chat],
  );
  const actions = useMemo(
    (): ChatActions => ({
      goTo,
      nameOf,
      loadedPictures: () =>
        loadedMessages(client, chat)
          .toReversed()
          .flatMap(({ image, sender }) =>
            image
              ? [
                  {
                    ...image,
                    label:
                      image.alt ??
                      t(image.kind === 'video' ? 'video.by' : 'messages.pictureOf', { name: nameOf(sender.userId) }),
                  },
                ]
              : [],
          ),
      loadedVoices: () =>
        loadedMessages(client, chat)
          .toReversed()
          .flatMap(({ voice, clientId, messageId }) =>
            voice?.url
              ? [{ key: clientId ?? String(messageId), url: voice.url, durationMs: voice.durationMs ?? 0 }]
              : [],
          ),
      react,
      reply: (message) => startTarget('reply', message),
      openMenu: (message, position) => {
        chosen.current = false;
        setOpened({ kind: 'menu', message, position });
      },
    }),
    [client, chat, goTo, nameOf, react, startTarget, t],
  );

  const close = () => setOpened(null);
  const openNext = (kind: OpenedItem['kind']) => {
    chosen.current = true;
    if (opened) setOpened({ ...opened, kind });
  };
  const bubble = (): HTMLElement | null => document.querySelector(`[data-message="${opened?.message.messageId}"]`);
  const message = opened?.message;
  return {
    actions,
    target: edited ?? replied,
    endTarget: () => (edited ? setEdited(null) : clearReplied()),
    opened: opened && message && (
      <Suspense fallback={null}>
        {opened.kind === 'menu' && (
          <MessageMenu
            key={`${message.key} ${opened.position.x} ${opened.position.y}`}
            message={message}
            position={opened.position}
            onReact={(emoji, add) => react(message, emoji, add)}
            onPick={() => openNext('emoji')}
            onReply={() => startTarget('reply', message)}
            onForward={() => openNext('forward')}
            onEdit={() => startTarget('edit', message)}
            onDelete={() => openNext('delete')}
            onReaders={() => openNext('readers')}
            onClosed={() => {
              const focusTarget = bubble();
              if (!chosen.current) close();
              return focusTarget;
            }}
          />
        )}
        {opened.kind === 'emoji' && (
          <EmojiDialog
            onClose={close}
            focusAfter={bubble}
            onChoose={(emoji) => {
              react(message, emoji, true);
              close();
            }}
          />
        )}
        {opened.kind === 'forward' && <ForwardDialog content={message.content} focusAfter={bubble} onClose={close} />}
        {opened.kind === 'readers' && message.messageId !== undefined && (
          <ReadersDialog messageId={message.messageId} focusAfter={bubble} onClose={close} />
        )}
        {opened.kind === 'delete' && message.messageId !== undefined && (
          <DeleteMessageDialog chat={chat} messageId={message.messageId} focusAfter={bubble} onClose={close} />
        )}
      </Suspense>
    ),
  };
}
