import { useMutation } from '@tanstack/react-query';
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
  const mute = useMutation({
    mutationFn: (length: number | 'forever') => muteChat(open, length),
    onSuccess: () => {
      toast(t('messages.mute.done', { name: open.name }), { variant: 'good' });
      onClose();
    },
  });
  return (
    <Dialog title={t('messages.mute.title')} size="small" onClose={onClose}>
      <div className="flex flex-col gap-2 p-5">
        <p className="pb-2 text-15 text-pretty text-soft">{t('messages.mute.lead')}</p>
        {Object.entries(durations).map(([span, length]) => (
          <Button key={span} variant="quiet" busy={mute.isPending} onClick={() => mute.mutate(length)}>
            {t(`messages.mute.${span as keyof typeof durations}`)}
          </Button>
        ))}
        <FormMessage text={mute.error && failureText(mute.error)} />
      </div>
    </Dialog>
  );
}
