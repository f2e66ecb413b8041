import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormMessage } from '../../../ui/Field.tsx';
import type { ChatKey } from '../chat.ts';
import { changeMessage } from '../list/listCache.ts';
import { loadedMessages } from './messageCache.ts';

interface Props {
  chat: ChatKey;
  messageId: number;
  focusAfter: () => HTMLElement | null;
  onClose: () => void;
}

/** Asks for confirmation before a message is deleted for everybody. */
export default function DeleteMessageDialog({ chat, messageId, focusAfter, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { userId: me } = useViewer();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const remove = async () => {
    setBusy(true);
    try {
      await api.messages.delete.mutate({ messageId });
      const message = loadedMessages(client, chat).find((each) => each.messageId === messageId);
      const deletedAt = new Date().toISOString();
      if (message) changeMessage(client, me, { ...message, content: '', deletedAt });
      onClose();
    } catch (failure) {
      setError(`${t('messages.deleteFailed')} ${failureText(failure)}`);
      setBusy(false);
    }
  };
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={t('messages.deleteAsk')}
      onClose={onClose}
      focusAfter={focusAfter}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            {t('messages.delete')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 px-5 py-5">
        <p className="text-15 text-pretty text-soft">{t('messages.deleteLead')}</p>
        <FormMessage text={error} />
      </div>
    </Dialog>
  );
}
