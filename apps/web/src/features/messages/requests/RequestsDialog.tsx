import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { rowTime } from '../../../i18n/dates.ts';
import { useMinute } from '../../../lib/clock.ts';
import type { Member } from '../../../lib/types.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LoadMore, type MorePages } from '../../../ui/LoadMore.tsx';
import { PersonName } from '../../../ui/PersonName.tsx';
import { type Chat, preview } from '../message.ts';
import { describe } from '../messageText.ts';

interface Props {
  list: MorePages & { data: { pages: unknown[] } | undefined };
  requests: (Chat & { stranger: Member })[];
  onClose: () => void;
}

/** The list of chat requests by strangers. The sender of a request does not learn that it was opened. */
export default function RequestsDialog({ list, requests, onClose }: Props) {
  const { t } = useTranslation();
  useMinute();
  return (
    <Dialog title={t('chatRequests.title')} description={t('chatRequests.lead')} onClose={onClose}>
      <div className="flex flex-col gap-3 p-5">
        <p className="text-15 text-pretty text-soft">{t('chatRequests.lead')}</p>
        <p role="status" className="text-15 text-soft empty:hidden">
          {list.data && requests.length === 0 && !list.hasNextPage && t('chatRequests.none')}
        </p>
        <ul className="-mx-2 flex flex-col empty:hidden">
          {requests.map(({ chatId, stranger, lastMessage }) => (
            <li key={chatId}>
              <Link
                to="/messages"
                search={{ userId: stranger.userId }}
                resetScroll={false}
                preload={false}
                onClick={onClose}
                className="flex min-h-18 items-center gap-3 rounded-card p-2 -outline-offset-2 hover:bg-sunken"
              >
                <Avatar src={stranger.profilePicture} size={48} />
                <span data-own className="flex min-w-0 flex-1 flex-col gap-0.5">
                  <span className="flex items-baseline gap-2">
                    <span className="min-w-0 flex-1 font-semibold">
                      <PersonName person={stranger} />
                    </span>
                    {lastMessage && (
                      <time dateTime={lastMessage.createdAt} className="shrink-0 text-13 text-soft">
                        {rowTime(lastMessage.createdAt)}
                      </time>
                    )}
                  </span>
                  {lastMessage && (
                    <span className="line-clamp-2 text-13 text-soft">
                      {lastMessage.deleted
                        ? t('messages.deletedMessage')
                        : preview(lastMessage.content) || describe(t, lastMessage.media, lastMessage.post)}
                    </span>
                  )}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        <LoadMore key={list.data?.pages.length} more={list} />
      </div>
    </Dialog>
  );
}
