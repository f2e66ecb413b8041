import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import MailQuestion from 'lucide-react/icons/mail-question-mark';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { itemsOf, paging, requestsInput } from '../../../lib/lists.ts';
import { onLive, throttle } from '../../../lib/live.ts';
import { queries } from '../../../lib/queries.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Button } from '../../../ui/Button.tsx';
import { nameOf } from '../../../ui/PersonName.tsx';
import { toast } from '../../../ui/toast.tsx';

/** The minimum interval between two refetches in milliseconds, however many messages arrive. */
const refetchIntervalMs = 1_000;

/** Returns the chat requests by strangers, newest first. Live events cause refetches. */
export function useRequests() {
  const { userId: me } = useViewer();
  const list = trpc.chats.list.useInfiniteQuery(requestsInput, paging);
  const { refetch } = list;
  useEffect(() => {
    const throttledRefetch = throttle(refetchIntervalMs, () => void refetch());
    const off = [
      onLive('chat.message', ({ message }) => message.receiver?.userId === me && throttledRefetch.run()),
      onLive('chat.changed', throttledRefetch.run),
      onLive('follow.changed', throttledRefetch.run),
    ];
    return () => {
      throttledRefetch.stop();
      for (const stop of off) stop();
    };
  }, [me, refetch]);
  const requests = itemsOf(list.data).flatMap((chat) => {
    const stranger = chat.users.find(({ userId }) => userId !== me);
    return stranger?.userName ? [{ ...chat, stranger: { ...stranger, userName: stranger.userName } }] : [];
  });
  return { list, requests };
}

type Requests = ReturnType<typeof useRequests>;

const RequestsDialog = lazy(() => import('./RequestsDialog.tsx'));

/** A row above the list of chats that opens the list of chat requests. Rendered only while there are requests. */
export function RequestsRow({ list, requests }: Requests) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (requests.length === 0 && !open) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="mb-1 flex min-h-14 w-full items-center gap-3 rounded-card p-2 text-start -outline-offset-2 hover:bg-sunken"
      >
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-sunken text-soft">
          <MailQuestion aria-hidden className="size-5" />
        </span>
        <span className="min-w-0 flex-1 truncate font-semibold">{t('chatRequests.title')}</span>
        <span className="text-13 text-soft">
          <span aria-hidden>
            {requests.length}
            {list.hasNextPage && '+'}
          </span>
          <span className="sr-only">{t('chatRequests.waiting', { count: requests.length })}</span>
        </span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <RequestsDialog list={list} requests={requests} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Lets the viewer accept or decline the chat request of a stranger. Writing a message in the chat accepts the request too. */
function RequestQuestion({ request: { chatId, stranger, lastMessage } }: { request: Requests['requests'][number] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = nameOf(stranger);
  const answer = useMutation({
    mutationFn: async (accepts: boolean) => {
      if (!accepts) return api.chats.declineRequest.mutate({ chatId });
      await api.chats.acceptRequest.mutate({ chatId });
      return api.chats.markRead.mutate({ chatId, messageId: lastMessage?.messageId ?? 1 });
    },
    onSuccess: async (_, accepts) => {
      if (!accepts) {
        await navigate({ to: '/messages', search: {}, replace: true });
        toast(t('chatRequests.declined', { name }));
      }
      for (const list of [queries.chats.list, queries.messages.unreadCount]) void list.invalidate();
    },
    onError: (failure) => toast(`${t('chatRequests.failed', { name })} ${failureText(failure)}`, { variant: 'bad' }),
  });
  return (
    <section
      aria-label={t('chatRequests.one', { name })}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-sunken px-4 py-3"
    >
      <p className="min-w-56 flex-1 text-15 text-pretty">{t('chatRequests.question', { name })}</p>
      <span className="flex gap-2">
        <Button small variant="outline" busy={answer.isPending} onClick={() => answer.mutate(false)}>
          {t('followRequests.decline')}
        </Button>
        <Button small busy={answer.isPending} onClick={() => answer.mutate(true)}>
          {t('followRequests.accept')}
        </Button>
      </span>
    </section>
  );
}

/** The bar with the question, if the other member of the open chat is a stranger who has asked. */
export function RequestBar({ userId }: { userId: number }) {
  const request = useRequests().requests.find(({ stranger }) => stranger.userId === userId);
  return request && <RequestQuestion request={request} />;
}
