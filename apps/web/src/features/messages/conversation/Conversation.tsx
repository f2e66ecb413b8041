import { maxPictures } from '@kith/contracts/lengths';
import { useNavigate } from '@tanstack/react-router';
import Hand from 'lucide-react/icons/hand';
import PanelRight from 'lucide-react/icons/panel-right';
import UsersRound from 'lucide-react/icons/users-round';
import { type DragEvent, lazy, startTransition, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia, wideScreen } from '../../../lib/useMedia.ts';
import { useStoredValue } from '../../../lib/useStoredValue.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Optional } from '../../../ui/Optional.tsx';
import { nameOf } from '../../../ui/PersonName.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { ToastArea } from '../../../ui/toast.tsx';
import { useChosenPictures } from '../../composer/useChosenPictures.ts';
import { availableOthers, type ChosenChat, draftNameOf } from '../chat.ts';
import type { Message, Person } from '../message.ts';
import { describe, eventText } from '../messageText.ts';
import { RequestBar } from '../requests/Requests.tsx';
import { type ChatDialog, ChatHeader, ChatMenu } from './ChatHeader.tsx';
import { ChatActionsProvider, useActions, useGoTo } from './chatActions.tsx';
import { MessageForm } from './MessageForm.tsx';
import { MessageLog } from './MessageLog.tsx';
import { useAround, useCatchUp, useConversation, useMarkRead } from './useConversation.ts';
import { type People, useOpenChat, usePeople } from './useOpenChat.ts';

interface AnnouncerProps {
  people: People;
  /** The messages, newest first. */
  messages: Message[];
  loaded: boolean;
}

/**
 * Announces each new message once to screen readers. The list itself is not a live region, because a screen reader would then
 * announce older pages too.
 */
export function Announcer({ people, messages, loaded }: AnnouncerProps) {
  const { t } = useTranslation();
  const { userId: me } = useViewer();
  const [words, setWords] = useState('');
  const seen = useRef<number | null>(null);
  const { nameOf } = people;
  useEffect(() => {
    if (!loaded) return;
    const last = seen.current;
    seen.current = Math.max(last ?? 0, messages[0]?.messageId ?? 0);
    if (last === null) return;
    const newMessages = messages
      .filter(({ messageId, sender }) => messageId > last && sender.userId !== me)
      .toReversed();
    if (!newMessages.length) return;
    const announcement = ({ sender, event, subject, content, image, voice, post }: Message): string => {
      const [senderId, name] = [sender.userId, nameOf(sender.userId)];
      if (event) return eventText(t, event, { senderId, subjectId: subject?.userId, content, me, nameOf });
      return t('messages.said', {
        name,
        text: content || describe(t, voice ? 'voice' : image?.kind, post !== null),
      });
    };
    setWords(newMessages.map(announcement).join(' '));
  }, [messages, loaded, nameOf, me, t]);
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}

/**
 * Returns whether the screen is wide enough (1200 px) for the panel beside a chat, and whether the panel is open. The panel is
 * open until the member hides it; this browser stores that choice.
 */
export function useChatPanel() {
  const fits = useMedia(wideScreen);
  const [hidden, setHidden] = useStoredValue('messages.panelHidden', false);
  return { fits, open: fits && !hidden, toggle: () => setHidden(!hidden) };
}

const ChatPanel = lazy(() => import('./ChatPanel.tsx'));

const skeletonWidths = ['w-2/5', 'w-1/4', 'w-1/3 self-end', 'w-1/2', 'w-2/5 self-end', 'w-1/4 self-end', 'w-1/3'];

function ChatSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-200 flex-1 flex-col justify-end gap-2.5 overflow-hidden p-4">
      <p role="status" className="sr-only">
        {t('messages.loadingChat')}
      </p>
      {skeletonWidths.map((width) => (
        <Skeleton key={width} className={cx('h-10 shrink-0 rounded-sheet', width)} />
      ))}
    </div>
  );
}

/** Shown in place of messages in a chat that has none. */
function EmptyConversation({ person }: { person: Person | null }) {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
      {person?.userName && <EmptyState icon={Hand} title={t('messages.hello', { name: nameOf(person) })} />}
    </div>
  );
}

/** Shown in place of the input field if the other member is unavailable. */
function UnavailableNote({ empty }: { empty: boolean }) {
  const { t } = useTranslation();
  return (
    <p className="shrink-0 border-t border-line px-6 py-5 text-center text-15 text-pretty text-soft">
      {empty ? t('messages.nobodyNote') : t('messages.unavailableNote')}
    </p>
  );
}

/** Shown in place of the messages if the viewer is not, or no longer, a member of the group. */
function UnavailableGroup() {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
      <EmptyState icon={UsersRound} title={t('messages.groupGone')} lead={t('messages.groupGoneLead')} />
    </div>
  );
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Accepts files that are dropped anywhere on the conversation. */
function useDrop(onFiles: (files: FileList) => void) {
  const [dragging, setDragging] = useState(false);
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragging(true);
    },
    onDragLeave: () => setDragging(false),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragging(false);
      onFiles(event.dataTransfer.files);
    },
  };
  return { over: dragging, drop };
}

interface Props {
  chosen: ChosenChat;
  /** The id of the message at which the list opens. If undefined, the list opens at the newest message. */
  at: number | undefined;
}

/** One direct chat or group: its header, messages and input. */
export function Conversation({ chosen, at }: Props) {
  const { t } = useTranslation();
  const { userId: me } = useViewer();
  const open = useOpenChat(chosen);
  const chat = open.chat ?? 0;
  const [openDialog, setOpenDialog] = useState<ChatDialog | null>(null);
  // Opening a dialog is a React transition, so that the browser shows the pressed button before it renders the dialog.
  const showDialog = (dialog: ChatDialog | null) => startTransition(() => setOpenDialog(dialog));
  const { name, person, unread, gone: unavailable } = open;
  const { query: newest, acknowledged, messages: newestMessages } = useConversation(open);
  const around = useAround(open.chat, at);
  const { query, messages } = around ?? { query: newest, messages: newestMessages };
  const people = usePeople(open.members, around?.items ?? acknowledged, open.others);
  useCatchUp(chat, newest.isSuccess && !unavailable);
  useMarkRead(chat, acknowledged[0], unread);
  const navigate = useNavigate();
  const showAt = (next: number | undefined) =>
    void navigate({
      to: '/messages',
      search: (old) => ({ ...old, at: next }),
      state: (old) => old,
      replace: true,
      resetScroll: false,
    });
  const { ref, goTo } = useGoTo(showAt);
  const { actions, target, endTarget, opened } = useActions(open, goTo, people.nameOf);
  const failed = open.failed || (!query.data && (query.isError || query.isPaused));
  const writable = !unavailable && !(person && !person.userName);
  const pictures = useChosenPictures({
    draft: draftNameOf(chosen),
    tooManyText: t('messages.tooManyPictures', { count: maxPictures }),
  });
  const { over: dragging, drop } = useDrop((files) => writable && pictures.add(files));
  const inGroup = chosen.userId === undefined;
  // Messages in a group show the names of their senders, so all wait until the members are loaded. Offline there may be own ones.
  const ready = messages.length > 0 && !unavailable && (open.loaded || failed || !inGroup);
  const panel = useChatPanel();
  const showSkeleton = (query.isPending && !messages.length) || (messages.length > 0 && !ready);
  return (
    <>
      <section
        ref={ref}
        aria-label={t('messages.with', { name })}
        data-drop={dragging || undefined}
        {...drop}
        className="flex min-w-0 flex-1 flex-col -outline-offset-4 data-drop:outline-2 data-drop:outline-dashed data-drop:outline-accent-text"
      >
        <ChatHeader open={open} people={people} me={me} onAbout={() => showDialog('about')}>
          {panel.fits && !unavailable && (
            <IconButton label={t('messages.panel')} aria-expanded={panel.open} onClick={panel.toggle}>
              <PanelRight aria-hidden className="size-5" />
            </IconButton>
          )}
          <ChatMenu open={open} dialog={openDialog} onDialog={showDialog} />
        </ChatHeader>
        {showSkeleton && !failed && !unavailable && <ChatSkeleton />}
        {unavailable && <UnavailableGroup />}
        {failed && !messages.length && !unavailable && (
          <div className="grid flex-1 place-items-center overflow-y-auto">
            <ErrorState
              title={t('messages.chatFailed')}
              onRetry={() => (open.failed ? open.retry() : void query.refetch())}
            />
          </div>
        )}
        {query.isSuccess && !messages.length && !unavailable && <EmptyConversation person={person} />}
        {ready && (
          <ChatActionsProvider value={actions}>
            <MessageLog
              key={at ?? 'newest'}
              name={name}
              people={people}
              messages={messages}
              older={query}
              unread={inGroup ? unread : undefined}
              around={around ? { at: around.at, newer: around.newer, onNewest: () => showAt(undefined) } : undefined}
            />
          </ChatActionsProvider>
        )}
        {opened}
        <ToastArea />
        <Announcer people={people} messages={acknowledged} loaded={newest.isSuccess} />
        {person && !person.userName && <UnavailableNote empty={!messages.length} />}
        {person?.userName && <RequestBar userId={person.userId} />}
        {writable && (
          <MessageForm
            chosen={chosen}
            nameOf={people.nameOf}
            target={target}
            onDone={endTarget}
            onSent={() => at !== undefined && showAt(undefined)}
            pictures={pictures}
            members={availableOthers(open.group?.users ?? [], me)}
          />
        )}
      </section>
      {panel.open && !unavailable && (
        <aside
          aria-label={t('messages.panel')}
          className="w-70 shrink-0 overflow-y-auto overscroll-contain border-l border-line"
        >
          <Optional>
            <ChatPanel open={open} people={people} messages={messages} onAbout={() => showDialog('about')} />
          </Optional>
        </aside>
      )}
    </>
  );
}
