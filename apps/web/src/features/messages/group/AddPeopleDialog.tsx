import { maxChatMembers } from '@kith/contracts/lengths';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { queries } from '../../../lib/queries.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormMessage } from '../../../ui/Field.tsx';
import { otherOf } from '../chat.ts';
import { ChatChoices } from '../list/ChatChoices.tsx';
import type { Chat } from '../message.ts';

/**
 * Adds members to a group one after the other. If the server refuses one of them, the members added before stay in the group.
 */
export default function AddPeopleDialog({ group, onClose }: { group: Chat; onClose: () => void }) {
  const { t } = useTranslation();
  const { chatId, users } = group;
  const [search, setSearch] = useState('');
  const { userId: me } = useViewer();
  const [chosen, setChosen] = useState<ReadonlyMap<number, Chat>>(new Map());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const inside = new Set<number | undefined>(users.map(({ userId }) => userId));

  const add = async () => {
    setBusy(true);
    setError(undefined);
    const left = new Map(chosen);
    try {
      for (const [id, chat] of chosen) {
        await api.chats.addMember.mutate({ chatId, userId: otherOf(chat, me)?.userId ?? 0 });
        left.delete(id);
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
          isOffered={(chat) => chat.kind === 'direct' && !inside.has(otherOf(chat, me)?.userId)}
          chosen={chosen}
          onChosen={setChosen}
          max={maxChatMembers - users.length}
          maxReachedText={t('messages.group.full', { count: maxChatMembers })}
        />
      </div>
    </Dialog>
  );
}
