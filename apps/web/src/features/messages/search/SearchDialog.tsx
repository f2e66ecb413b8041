import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import type { ChatKey, ChosenChat } from '../chat.ts';
import MessageResults from './MessageResults.tsx';

interface DayProps {
  chatId: number;
  onFound: (messageId: number) => void;
}

/** Opens the chat at the first message of a day or, if that day has no message, at the next message after it. */
function DayForm({ chatId, onFound }: DayProps) {
  const { t } = useTranslation();
  const [day, setDay] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const openDay = async () => {
    const since = new Date(`${day}T00:00:00`);
    if (busy || Number.isNaN(since.getTime())) return;
    setBusy(true);
    setError(undefined);
    try {
      const aroundTime = since.toISOString();
      const { items } = await api.chats.messages.query({ chatId, aroundTime, limit: 2 });
      const found = items.findLast(({ createdAt }) => createdAt >= aroundTime);
      if (found) return onFound(found.messageId);
      setError(t('messages.find.noDay'));
    } catch (failure) {
      setError(failureText(failure));
    }
    setBusy(false);
  };
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void openDay();
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          type="date"
          label={t('messages.find.day')}
          value={day}
          error={error}
          onChange={({ target }) => setDay(target.value)}
        />
      </div>
      <Button type="submit" variant="quiet" busy={busy} disabled={!day} className="min-h-12">
        {t('messages.find.go')}
      </Button>
    </form>
  );
}

interface Props {
  chat: ChatKey;
  chosen: ChosenChat;
  onClose: () => void;
}

/** Searches one chat for words, or opens the chat at a day. */
export default function SearchDialog({ chat, chosen, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const query = useDebounced(search.trim(), 250);
  const chatId = chat || undefined;
  const show = (at: number) => {
    onClose();
    void navigate({ to: '/messages', search: { ...chosen, at }, replace: true, state: (old) => old });
  };
  return (
    <Dialog title={t('messages.find.inChat')} onClose={onClose}>
      <div className={cx('flex flex-col gap-4 p-5', query && 'rail:min-h-80')}>
        <SearchField label={t('messages.find.words')} value={search} onChange={setSearch} />
        {chatId === undefined && <p className="text-15 text-soft">{t('messages.find.none')}</p>}
        {chatId !== undefined && query && <MessageResults query={query} chatId={chatId} onChosen={onClose} />}
        {chatId !== undefined && !query && <DayForm chatId={chatId} onFound={show} />}
      </div>
    </Dialog>
  );
}
