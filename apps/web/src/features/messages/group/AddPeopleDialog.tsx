import { maxChatMembers } from '@kith/contracts/lengths';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { queries } from '../../../lib/queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormMessage } from '../../../ui/Field.tsx';
import { type ChatKey, directKey, groupOf, userOf } from '../chat.ts';
import { ChatChoices } from '../list/ChatChoices.tsx';
import type { Chat } from '../message.ts';

/**
 * Adds members to a group one after the other. If the server refuses one of them, the members added before stay in the group.
 */
export default function AddPeopleDialog({ group, onClose }: { group: Chat; onClose: () => void }) {
  const { t } = useTranslation();
  const { chatId, users } = group;
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<ChatKey>>(new Set());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const inside = new Set(users.map(({ userId }) => directKey(userId)));

  const add = async () => {
    setBusy(true);
    setError(undefined);
    const left = new Set(chosen);
    try {
      for (const chat of chosen) {
        await api.chats.addMember.mutate({ chatId, userId: userOf(chat) ?? 0 });
        left.delete(chat);
      }
      onClose();
    } catch (failure) {
      setChosen(left);
      setError(`${t('messages.group.addFailed')} ${failureText(failure)}`);
      setBusy(false);
    } finally {
      void queries.chats.byId.invalidate({ chatId });
    }
  };
  return (
    <Dialog
      title={t('messages.group.add')}
      onClose={onClose}
      footer={
        <>
          <div className="w-full empty:hidden">
            <FormMessage text={error} />
          </div>
          <Button variant="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button busy={busy} disabled={chosen.size === 0} onClick={() => void add()}>
            {t('messages.group.add')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 p-5">
        <p className="text-15 text-pretty text-soft">{t('messages.group.addLead')}</p>
        <ChatChoices
          search={search}
          onSearch={setSearch}
          searchLabel={t('messages.group.search')}
          isOffered={({ chat }) => groupOf(chat) === undefined && !inside.has(chat)}
          chosen={chosen}
          onChosen={setChosen}
          max={maxChatMembers - users.length}
          maxReachedText={t('messages.group.full', { count: maxChatMembers })}
        />
      </div>
    </Dialog>
  );
}
