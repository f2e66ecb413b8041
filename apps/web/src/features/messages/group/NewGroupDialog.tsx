import { maxChatMembers, maxLengths } from '@kith/contracts/lengths';
import { visibleText } from '@kith/contracts/visibleText';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { queries } from '../../../lib/queries.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Form, FormMessage, TextField } from '../../../ui/Field.tsx';
import { otherOf } from '../chat.ts';
import { ChatChoices } from '../list/ChatChoices.tsx';
import type { Chat } from '../message.ts';

/** The minimum number of members besides the viewer: with only one, the chat would be a direct chat. */
const fewestMembers = 2;

/** The dialog in which the viewer creates a group with a name and members. */
export default function NewGroupDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [search, setSearch] = useState('');
  const { userId: me } = useViewer();
  const [chosen, setChosen] = useState<ReadonlyMap<number, Chat>>(new Map());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const ready = chosen.size >= fewestMembers && visibleText(name) !== '';

  const make = async () => {
    if (!ready) return setError(t(visibleText(name) ? 'messages.group.fewest' : 'messages.group.nameNeeded'));
    setBusy(true);
    setError(undefined);
    try {
      const userIds = [...chosen.values()].map((chat) => otherOf(chat, me)?.userId ?? 0);
      const { item } = await api.chats.open.mutate({ userIds, name: visibleText(name) });
      void queries.chats.list.invalidate();
      onClose();
      void navigate({ to: '/messages', search: { chatId: item.chatId }, state: { opened: true } });
    } catch (failure) {
      setError(`${t('messages.group.makeFailed')} ${failureText(failure)}`);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('messages.group.new')}
      onClose={onClose}
      footer={
        <>
          <div className="w-full empty:hidden">
            <FormMessage text={error} />
          </div>
          <Button variant="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button busy={busy} onClick={() => void make()}>
            {t('messages.group.make')}
          </Button>
        </>
      }
    >
      <Form className="flex flex-col gap-4 p-5" onSubmit={() => void make()}>
        <TextField
          label={t('messages.group.name')}
          value={name}
          maxLength={maxLengths.chatName}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
        <ChatChoices
          search={search}
          onSearch={setSearch}
          searchLabel={t('messages.group.search')}
          isOffered={({ kind }) => kind === 'direct'}
          chosen={chosen}
          onChosen={setChosen}
          max={maxChatMembers - 1}
          maxReachedText={t('messages.group.full', { count: maxChatMembers })}
        />
      </Form>
    </Dialog>
  );
}
