import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { queries } from '../../../lib/queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useRequests } from './useRequests.ts';

interface Props {
  /** The user id of the other member of the open chat. */
  userId: number;
}

/** Lets the viewer accept or decline the chat request of a stranger. Writing a message in the chat accepts the request too. */
export function RequestBar({ userId }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const { requests } = useRequests();
  const request = requests.find(({ stranger }) => stranger.userId === userId);
  if (!request) return null;
  const { chatId, stranger, lastMessage } = request;
  const name = stranger.userName;

  const answer = async (accepts: boolean) => {
    setBusy(true);
    try {
      if (accepts) {
        await api.chats.acceptRequest.mutate({ chatId });
        await api.chats.markRead.mutate({ chatId, messageId: lastMessage?.messageId ?? 1 });
      } else await api.chats.declineRequest.mutate({ chatId });
    } catch (failure) {
      toast(`${t('chatRequests.failed', { name })} ${failureText(failure)}`, { variant: 'bad' });
      return;
    } finally {
      setBusy(false);
    }
    if (!accepts) {
      await navigate({ to: '/messages', search: {}, replace: true });
      toast(t('chatRequests.declined', { name }));
    }
    for (const list of [queries.chats.list, queries.messages.unreadCount]) void list.invalidate();
  };
  return (
    <section
      aria-label={t('chatRequests.one', { name })}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-sunken px-4 py-3"
    >
      <p className="min-w-56 flex-1 text-15 text-pretty">{t('chatRequests.question', { name })}</p>
      <span className="flex gap-2">
        <Button small variant="outline" busy={busy} onClick={() => void answer(false)}>
          {t('requests.decline')}
        </Button>
        <Button small busy={busy} onClick={() => void answer(true)}>
          {t('requests.accept')}
        </Button>
      </span>
    </section>
  );
}
