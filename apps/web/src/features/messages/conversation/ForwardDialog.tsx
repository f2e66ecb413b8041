import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enqueue } from '../../../lib/outbox/store.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogFooter } from '../../../ui/DialogFooter.tsx';
import { toast } from '../../../ui/toast.tsx';
import { recipientOf, searchOf } from '../chat.ts';
import { ChatChoices, type ChosenChats } from '../list/ChatChoices.tsx';
import { preview } from '../message.ts';

/** The maximum number of chats to which a message can be forwarded at once. */
const maxChats = 10;

interface Props {
  content: string;
  /** If set, this post is sent as a card, without a text. `content` is then only the preview in this dialog. */
  postId?: number;
  onClose: () => void;
  focusAfter?: (() => HTMLElement | null) | undefined;
}

/** Sends the text of a message, or a post, to the chosen chats, as new messages by the viewer. */
export default function ForwardDialog({ content, postId, onClose, focusAfter }: Props) {
  const { t } = useTranslation();
  const { userId: me } = useViewer();
  const [chosen, setChosen] = useState<ChosenChats>(new Map());

  const send = () => {
    const createdAt = new Date().toISOString();
    const sent = postId === undefined ? { content } : { content: '', postId };
    for (const chat of chosen.values()) enqueue('message', { ...recipientOf(searchOf(chat, me)), ...sent, createdAt });
    toast(t('messages.forwarded', { count: chosen.size }), { variant: 'good' });
    onClose();
  };
  return (
    <Dialog
      title={t(postId === undefined ? 'messages.forwardTo' : 'messages.post.sendTo')}
      description={preview(content)}
      onClose={onClose}
      focusAfter={focusAfter}
      footer={
        <DialogFooter label={t('messages.send')} disabled={chosen.size === 0} onConfirm={send} onCancel={onClose} />
      }
    >
      <div className="flex flex-col gap-3 p-5">
        <p data-own className="line-clamp-3 rounded-card bg-sunken px-3 py-2 text-15 break-words text-soft">
          {content}
        </p>
        <ChatChoices
          searchLabel={t('messages.search')}
          chosen={chosen}
          onChosen={setChosen}
          max={maxChats}
          maxReachedText={t('messages.forwardMost', { count: maxChats })}
        />
      </div>
    </Dialog>
  );
}
