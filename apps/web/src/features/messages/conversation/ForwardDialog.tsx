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
import { useContacts } from '../contacts/useContacts.ts';
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
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { list, contacts, settled } = useContacts(search);
  const people = contacts.filter(({ user }) => user.userName !== null);
  const full = chosen.size >= most;

  const send = () => {
    const createdAt = new Date().toISOString();
    for (const receiverId of chosen) enqueue('message', { receiverId, content, createdAt });
    toast(t('messages.forwarded', { count: chosen.size }), { look: 'good' });
    onClose();
  };
  const toggle = (userId: number) => {
    const next = new Set(chosen);
    if (!next.delete(userId)) next.add(userId);
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
          {!full && list.data && !list.hasNextPage && settled && people.length === 0 && t('messages.noMatch')}
        </p>
        {list.isPending && !list.isPaused && <SkeletonList rows={5} />}
        {!list.data && (list.isError || list.isPaused) && (
          <ErrorState title={t('messages.listFailed')} onRetry={() => void list.refetch()} />
        )}
        <ul className="flex flex-col">
          {people.map(({ user }) => (
            <li key={user.userId}>
              <label
                htmlFor={`${id}-${user.userId}`}
                className="flex min-h-14 cursor-pointer items-center gap-3 rounded-card px-2 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-text"
              >
                <Avatar src={user.profilePicture} size={40} />
                <span className="min-w-0 flex-1 truncate font-semibold">{user.userName}</span>
                <input
                  id={`${id}-${user.userId}`}
                  type="checkbox"
                  checked={chosen.has(user.userId)}
                  disabled={full && !chosen.has(user.userId)}
                  onChange={() => toggle(user.userId)}
                  className="size-5 shrink-0 accent-accent outline-none"
                />
              </label>
            </li>
          ))}
        </ul>
        <LoadMore key={list.data?.pages.length} more={list} />
      </div>
    </Dialog>
  );
}
