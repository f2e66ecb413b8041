import { useTranslation } from '../../i18n/useTranslation.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Announcer } from './Announcer.tsx';
import { ChatHeader } from './ChatHeader.tsx';
import { ChatSkeleton } from './ChatSkeleton.tsx';
import { DeletedNote } from './DeletedNote.tsx';
import { Hello } from './Hello.tsx';
import { MessageForm } from './MessageForm.tsx';
import { MessageLog } from './MessageLog.tsx';
import { useCatchUp } from './useCatchUp.ts';
import { useConversation } from './useConversation.ts';
import { useMarkRead } from './useMarkRead.ts';
import { usePerson } from './usePerson.ts';

/** One conversation: who, what was said, and what to say. */
export function ChatPane({ userId }: { userId: number }) {
  const { t } = useTranslation();
  const { person, unread } = usePerson(userId);
  const { query, newest, messages } = useConversation(userId);
  useCatchUp(userId, query.isSuccess);
  useMarkRead(userId, newest, unread);
  const name = person ? (person.userName ?? t('messages.deleted')) : '';
  const failed = !query.data && (query.isError || query.isPaused);
  return (
    <section aria-label={t('messages.with', { name })} className="flex min-w-0 flex-1 flex-col">
      <ChatHeader userId={userId} person={person} />
      {query.isPending && !messages.length && !failed && <ChatSkeleton />}
      {failed && !messages.length && (
        <div className="grid flex-1 place-items-center overflow-y-auto">
          <ErrorState title={t('messages.chatFailed')} onRetry={() => void query.refetch()} />
        </div>
      )}
      {query.isSuccess && !messages.length && <Hello person={person} />}
      {messages.length > 0 && <MessageLog name={name} messages={messages} older={query} />}
      <Announcer name={name} newest={newest} loaded={query.isSuccess} from={userId} />
      {person && !person.userName ? <DeletedNote empty={!messages.length} /> : <MessageForm userId={userId} />}
    </section>
  );
}
