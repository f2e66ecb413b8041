import { maxChatMembers, maxLengths } from '@kith/contracts/lengths';
import { visibleText } from '@kith/contracts/visibleText';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { queries } from '../../../lib/queries.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogFooter } from '../../../ui/DialogFooter.tsx';
import { Form, FormMessage, TextField } from '../../../ui/Field.tsx';
import { otherOf } from '../chat.ts';
import { ChatChoices, type ChosenChats } from '../list/ChatChoices.tsx';
import type { Chat } from '../message.ts';

/** The buttons below the choice of people, and above them what went wrong. */
const Footer = ({ error, children }: { error: string | undefined; children: ReactNode }) => (
  <>
    <div className="w-full empty:hidden">
      <FormMessage text={error} />
    </div>
    {children}
  </>
);

/** Adds members to a group one after the other. If the server refuses one of them, the members added before stay in the group. */
export function AddPeopleDialog({ group, onClose }: { group: Chat; onClose: () => void }) {
  const { t } = useTranslation();
  const { chatId, users } = group;
  const { userId: me } = useViewer();
  const [chosen, setChosen] = useState<ChosenChats>(new Map());
  const inside = new Set<number | undefined>(users.map(({ userId }) => userId));
  const add = useMutation({
    mutationFn: async () => {
      for (const [id, chat] of chosen) {
        await api.chats.addMember.mutate({ chatId, userId: otherOf(chat, me)?.userId ?? 0 });
        setChosen((left) => new Map([...left].filter(([each]) => each !== id)));
      }
    },
    onSuccess: onClose,
    onSettled: () => void queries.chats.byId.invalidate({ chatId }),
  });
  return (
    <Dialog
      title={t('messages.group.add')}
      onClose={onClose}
      footer={
        <Footer error={add.error ? `${t('messages.group.addFailed')} ${failureText(add.error)}` : undefined}>
          <DialogFooter
            label={t('messages.group.add')}
            busy={add.isPending}
            disabled={chosen.size === 0}
            onConfirm={add.mutate}
            onCancel={onClose}
          />
        </Footer>
      }
    >
      <div className="flex flex-col gap-3 p-5">
        <p className="text-15 text-pretty text-soft">{t('messages.group.addLead')}</p>
        <ChatChoices
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

/** The minimum number of members besides the viewer: with only one, the chat would be a direct chat. */
const fewestMembers = 2;

/** The dialog in which the viewer creates a group with a name and members. */
export default function NewGroupDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const { userId: me } = useViewer();
  const [chosen, setChosen] = useState<ChosenChats>(new Map());
  const [missing, setMissing] = useState<string>();
  const { mutate, isPending, error } = trpc.chats.open.useMutation({
    onSuccess: ({ item }) => {
      void queries.chats.list.invalidate();
      onClose();
      void navigate({ to: '/messages', search: { chatId: item.chatId }, state: { opened: true } });
    },
  });
  const make = () => {
    const named = visibleText(name);
    if (!named || chosen.size < fewestMembers)
      return setMissing(t(named ? 'messages.group.fewest' : 'messages.group.nameNeeded'));
    setMissing(undefined);
    mutate({ userIds: [...chosen.values()].map((chat) => otherOf(chat, me)?.userId ?? 0), name: named });
  };
  const refused = error ? `${t('messages.group.makeFailed')} ${failureText(error)}` : undefined;
  return (
    <Dialog
      title={t('messages.group.new')}
      onClose={onClose}
      footer={
        <Footer error={missing ?? refused}>
          <DialogFooter label={t('messages.group.make')} busy={isPending} onConfirm={make} onCancel={onClose} />
        </Footer>
      }
    >
      <Form className="flex flex-col gap-4 p-5" onSubmit={make}>
        <TextField
          label={t('messages.group.name')}
          value={name}
          maxLength={maxLengths.chatName}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
        <ChatChoices
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
