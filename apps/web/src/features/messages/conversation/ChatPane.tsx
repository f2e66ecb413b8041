import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Hand from 'lucide-react/icons/hand';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../lib/failure.ts';
import { contactsInput, itemsOf, paging } from '../../../lib/lists.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useMedia } from '../../../lib/useMedia.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { ToastPlace } from '../../../ui/toast.tsx';
import { PersonMenu } from '../../blocks/PersonMenu.tsx';
import { useTyping } from '../live.ts';
import type { Message, Person } from '../message.ts';
import { ChatActionsProvider } from './chatActions.ts';
import { MessageForm } from './MessageForm.tsx';
import { MessageLog } from './MessageLog.tsx';
import { useCatchUp } from './useCatchUp.ts';
import { useConversation, useMarkRead } from './useConversation.ts';
import { useGoTo } from './useGoTo.ts';
import { useMessageMenu } from './useMessageMenu.tsx';

/** The chat partner; null while being fetched. */
function ChatHeader({ userId, person }: { userId: number; person: Person | null }) {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const typing = useTyping(userId);
  const alone = useMedia('(width < 43.75rem)');
  const Heading = alone ? 'h1' : 'h2';

  const back = () => {
    if (router.state.location.state.opened) router.history.back();
    else void navigate({ to: '/messages', search: {}, replace: true });
  };

  return (
    <header className="flex min-h-16 shrink-0 items-center gap-3 border-b border-line px-2 rail:px-5">
      {alone && (
        <IconButton label={t('messages.back')} className="-mr-2" onClick={back}>
          <ArrowLeft aria-hidden className="size-6" />
        </IconButton>
      )}
      <Avatar src={person?.profilePicture ?? null} size={40} />
      <div className="min-w-0 flex-1">
        <Heading className="text-17 font-semibold">
          {person?.userName ? (
            <Link
              to="/user/$username"
              params={{ username: person.userName }}
              className="block min-h-6 w-fit max-w-full truncate underline-offset-4 hover:underline"
            >
              {person.userName}
            </Link>
          ) : person ? (
            <span className="text-soft italic">{t('messages.deleted')}</span>
          ) : (
            <>
              <span className="sr-only">{t('common.loading')}</span>
              <Skeleton className="h-4 w-28" />
            </>
          )}
        </Heading>
        {typing && <p className="animate-fade text-13 text-accent-text">{t('messages.typing')}</p>}
      </div>
      {person?.userName && <PersonMenu person={{ ...person, userName: person.userName }} />}
    </header>
  );
}

interface Props {
  name: string;
  newest: Message | undefined;
  loaded: boolean;
  /** The member whose messages are announced. */
  from: number;
}

/** Announces new messages to screen readers; the list itself is not live, otherwise older pages would be announced too. */
function Announcer({ name, newest, loaded, from }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const seen = useRef<number | null>(null);
  useEffect(() => {
    if (!loaded) return;
    const fresh = newest && seen.current !== null && newest.messageId > seen.current;
    seen.current = newest?.messageId ?? 0;
    if (fresh && newest.sender.userId === from) setWords(t('messages.said', { name, text: newest.content }));
  }, [newest, loaded, name, from, t]);
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}

const bubbles = ['w-2/5', 'w-1/4', 'w-1/3 self-end', 'w-1/2', 'w-2/5 self-end', 'w-1/4 self-end', 'w-1/3'];

function ChatSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-200 flex-1 flex-col justify-end gap-2.5 overflow-hidden p-4">
      <p role="status" className="sr-only">
        {t('messages.loadingChat')}
      </p>
      {bubbles.map((look) => (
        <Skeleton key={look} className={cx('h-10 shrink-0 rounded-sheet', look)} />
      ))}
    </div>
  );
}

/** The chat partner: from the list, or fetched if missing there. Null while unknown. */
function usePerson(userId: number): { person: Person | null; unread: number } {
  const contacts = trpc.messages.contacts.useInfiniteQuery(contactsInput(''), paging);
  const contact = itemsOf(contacts.data).find(({ user }) => user.userId === userId);
  const asked = trpc.users.byId.useQuery({ userId }, { enabled: !contacts.isPending && !contact });
  const unread = contact?.unreadCount ?? 0;
  if (contact) return { person: contact.user, unread };
  if (asked.data) return { person: asked.data, unread };
  const gone = asked.isError && failureOf(asked.error).code === 'not-found';
  return { person: gone ? { userId, userName: null, profilePicture: null } : null, unread };
}

/** A conversation without messages. */
function Hello({ person }: { person: Person | null }) {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
      {person?.userName && (
        <EmptyState icon={Hand} title={t('messages.hello', { name: person.userName })} lead={t('messages.helloLead')} />
      )}
    </div>
  );
}

/** Shown instead of the input if the other member is deleted. */
function DeletedNote({ empty }: { empty: boolean }) {
  const { t } = useTranslation();
  return (
    <p className="shrink-0 border-t border-line px-6 py-5 text-center text-15 text-pretty text-soft">
      {empty ? t('messages.nobodyNote') : t('messages.deletedNote')}
    </p>
  );
}

/** One conversation: its header, messages and input. */
export function ChatPane({ userId }: { userId: number }) {
  const { t } = useTranslation();
  const { person, unread } = usePerson(userId);
  const { query, newest, messages } = useConversation(userId);
  useCatchUp(userId, query.isSuccess);
  useMarkRead(userId, newest, unread);
  const name = person ? (person.userName ?? t('messages.deleted')) : '';
  const { ref, goTo } = useGoTo(query);
  const { actions, target, setTarget, opened } = useMessageMenu(userId, goTo);
  const failed = !query.data && (query.isError || query.isPaused);
  return (
    <section ref={ref} aria-label={t('messages.with', { name })} className="flex min-w-0 flex-1 flex-col">
      <ChatHeader userId={userId} person={person} />
      {query.isPending && !messages.length && !failed && <ChatSkeleton />}
      {failed && !messages.length && (
        <div className="grid flex-1 place-items-center overflow-y-auto">
          <ErrorState title={t('messages.chatFailed')} onRetry={() => void query.refetch()} />
        </div>
      )}
      {query.isSuccess && !messages.length && <Hello person={person} />}
      {messages.length > 0 && (
        <ChatActionsProvider value={actions}>
          <MessageLog name={name} messages={messages} older={query} />
        </ChatActionsProvider>
      )}
      {opened}
      <ToastPlace />
      <Announcer name={name} newest={newest} loaded={query.isSuccess} from={userId} />
      {person && !person.userName ? (
        <DeletedNote empty={!messages.length} />
      ) : (
        <MessageForm userId={userId} name={name} target={target} onDone={() => setTarget(null)} />
      )}
    </section>
  );
}
