import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enqueue } from '../../../lib/outbox/store.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type ChatKey, groupOf, recipientOf } from '../chat.ts';
import { GroupFace } from '../list/GroupFace.tsx';
import { useChatList } from '../list/useChatList.ts';
import { preview } from '../message.ts';

/** The maximum number of chats that a message is forwarded to at once. */
const most = 10;

interface Props {
  content: string;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

/** Forwards the text of a message to other chats, as new messages of the viewer's. */
export default function ForwardDialog({ content, onClose, focusAfter }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<ChatKey>>(new Set());
  const { list, rows, settled } = useChatList(search);
  const chats = rows.filter(({ name }) => name !== null);
  const full = chosen.size >= most;

  const send = () => {
    const createdAt = new Date().toISOString();
    for (const chat of chosen) enqueue('message', { ...recipientOf(chat), content, createdAt });
    toast(t('messages.forwarded', { count: chosen.size }), { look: 'good' });
    onClose();
  };
  const toggle = (chat: ChatKey) => {
    const next = new Set(chosen);
    if (!next.delete(chat)) next.add(chat);
    setChosen(next);
  };
  return (
    <Dialog
      title={t('messages.forwardTo')}
      description={preview(content)}
      onClose={onClose}
      focusAfter={focusAfter}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={chosen.size === 0} onClick={send}>
            {t('messages.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 p-5">
        <p className="line-clamp-3 rounded-card bg-sunken px-3 py-2 text-15 break-words text-soft">{content}</p>
        <SearchField label={t('messages.search')} value={search} onChange={setSearch} />
        <p role="status" className="text-13 text-soft not-empty:px-1">
          {full && t('messages.forwardMost', { count: most })}
          {!full && list.data && !list.hasNextPage && settled && chats.length === 0 && t('messages.noMatch')}
        </p>
        {list.isPending && !list.isPaused && <SkeletonList rows={5} />}
        {!list.data && (list.isError || list.isPaused) && (
          <ErrorState title={t('messages.listFailed')} onRetry={() => void list.refetch()} />
        )}
        <ul className="flex flex-col">
          {chats.map(({ chat, name, people: [person] }) => (
            <li key={chat}>
              <label
                htmlFor={`${id}-${chat}`}
                className="flex min-h-14 cursor-pointer items-center gap-3 rounded-card px-2 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-text"
              >
                {groupOf(chat) === undefined ? (
                  <Avatar src={person?.profilePicture ?? null} size={40} />
                ) : (
                  <GroupFace size={40} />
                )}
                <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
                <input
                  id={`${id}-${chat}`}
                  type="checkbox"
                  checked={chosen.has(chat)}
                  disabled={full && !chosen.has(chat)}
                  onChange={() => toggle(chat)}
                  className="size-5 shrink-0 accent-accent outline-none"
                />
              </label>
            </li>
          ))}
        </ul>
        <LoadMore key={list.pages} more={list} />
      </div>
    </Dialog>
  );
}
