import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Member } from '../../lib/types.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormMessage } from '../../ui/Field.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { toast } from '../../ui/toast.tsx';
import { hidePerson, unhidePerson } from './blockCache.ts';

const durations = { day: 1, week: 7, always: null } as const;

interface Props {
  person: Member;
  onClose: () => void;
}

/** Asks for a duration. Choosing one mutes the member. */
export default function MuteDialog({ person, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { userId } = person;
  const name = nameOf(person);

  const mute = trpc.users.mute.useMutation({
    onSuccess: () => {
      onClose();
      hidePerson(client, person);
      const undo = { label: t('common.undo'), run: () => void unhidePerson('unmute', person) };
      toast(t('blocks.muted', { name }), { variant: 'good', action: undo });
    },
  });
  return (
    <Dialog title={t('blocks.mute', { name })} size="small" onClose={onClose}>
      <div className="flex flex-col gap-2 p-5">
        <p className="pb-2 text-15 text-pretty text-soft">{t('blocks.muteLead', { name })}</p>
        {Object.entries(durations).map(([duration, days]) => (
          <Button
            key={duration}
            variant="quiet"
            busy={mute.isPending}
            onClick={() => mute.mutate({ userId, ...(days !== null && { forSeconds: days * 86_400 }) })}
          >
            {t(`blocks.${duration as keyof typeof durations}`)}
          </Button>
        ))}
        <FormMessage text={mute.error && `${t('blocks.muteFailed', { name })} ${failureText(mute.error)}`} />
      </div>
    </Dialog>
  );
}
