import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { queries } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormMessage } from '../../ui/Field.tsx';
import { toast } from '../../ui/toast.tsx';
import { type ChatKey, groupOf, userOf } from '../messages/chat.ts';
import { ChatChoices } from '../messages/list/ChatChoices.tsx';

/** The maximum number of chats that a post is sent to at once. */
const most = 10;

const chatIdOf = async (chat: ChatKey): Promise<number> =>
  groupOf(chat) ?? (await api.chats.open.mutate({ userIds: [userOf(chat) ?? 0] })).item.chatId;

interface Props {
  post: PostView;
  onClose: () => void;
}

/** Sends a post to chats, where it is seen by those who may see it. A retry sends it only to those that it has not reached. */
export default function SendPostDialog({ post: { postId }, onClose }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<ChatKey>>(new Set());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const clientIds = useRef(new Map<ChatKey, string>());

  const send = async () => {
    setBusy(true);
    setError(undefined);
    const left = new Set(chosen);
    try {
      for (const chat of chosen) {
        const clientId = clientIds.current.get(chat) ?? crypto.randomUUID();
        clientIds.current.set(chat, clientId);
        await api.chats.send.mutate({ chatId: await chatIdOf(chat), postId, clientId });
        left.delete(chat);
      }
      toast(t('postInChat.sentTo', { count: chosen.size }), { look: 'good' });
      onClose();
    } catch (failure) {
      setChosen(left);
      setError(`${t('postInChat.failed')} ${failureText(failure)}`);
      setBusy(false);
    } finally {
      for (const list of [queries.chats.list, queries.messages.contacts]) void list.invalidate();
    }
  };
  return (
    <Dialog
      title={t('postInChat.send')}
      onClose={onClose}
      footer={
        <>
          <div className="w-full empty:hidden">
            <FormMessage text={error} />
          </div>
          <Button look="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button busy={busy} disabled={chosen.size === 0} onClick={() => void send()}>
            {t('messages.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 p-5">
        <p className="text-15 text-pretty text-soft">{t('postInChat.lead')}</p>
        <ChatChoices
          search={search}
          onSearch={setSearch}
          searchLabel={t('messages.search')}
          offers={() => true}
          chosen={chosen}
          onChosen={setChosen}
          most={most}
          full={t('messages.forwardMost', { count: most })}
        />
      </div>
    </Dialog>
  );
}
