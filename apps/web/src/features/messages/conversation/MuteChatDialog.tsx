import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormMessage } from '../../../ui/Field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type MutedChat, muteChat } from './useOpenChat.ts';

/** The choices, in seconds. */
const durations = { hours: 8 * 3_600, week: 7 * 86_400, until: 'forever' } as const;

interface Props {
  open: MutedChat;
  onClose: () => void;
}

/** Asks for a duration. Choosing one mutes the chat. */
export default function MuteChatDialog({ open, onClose }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const mute = async (length: number | 'forever') => {
    setBusy(true);
    setError(undefined);
    try {
      await muteChat(open, length);
      toast(t('messages.mute.done', { name: open.name }), { variant: 'good' });
      onClose();
    } catch (failure) {
      setError(failureText(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('messages.mute.title')} size="small" onClose={onClose}>
      <div className="flex flex-col gap-2 p-5">
        <p className="pb-2 text-15 text-pretty text-soft">{t('messages.mute.lead')}</p>
        {Object.entries(durations).map(([span, length]) => (
          <Button key={span} variant="quiet" busy={busy} onClick={() => void mute(length)}>
            {t(`messages.mute.${span as keyof typeof durations}`)}
          </Button>
        ))}
        <FormMessage text={error} />
      </div>
    </Dialog>
  );
}
