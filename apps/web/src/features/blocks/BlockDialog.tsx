import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Member } from '../../lib/types.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { toast } from '../../ui/toast.tsx';
import { removePerson, unhidePerson } from './blockCache.ts';

/**
 * Returns the mutation that blocks a member. If a page, chat or post of the member is open, the viewer is taken away from it
 * before the member's data is removed from the caches.
 */
function useBlock(person: Member, done: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const router = useRouter();
  const leave = async () => {
    const { pathname, search } = router.state.location;
    if (pathname.startsWith('/user/')) await router.navigate({ to: '/home', replace: true });
    else if (pathname === '/messages') await router.navigate({ to: '/messages', search: {}, replace: true });
    else if ('post' in search) await router.navigate({ to: pathname, search: {}, replace: true });
  };
  return trpc.users.block.useMutation({
    onSuccess: async () => {
      done();
      await leave();
      removePerson(client, person);
      const undo = { label: t('blocks.unblock'), run: () => void unhidePerson('unblock', person) };
      toast(t('blocks.blocked', { name: nameOf(person) }), { variant: 'good', action: undo });
    },
  });
}

const effects = ['blockSee', 'blockReach', 'blockFollow', 'blockQuiet'] as const;

interface Props {
  person: Member;
  onClose: () => void;
}

export default function BlockDialog({ person, onClose }: Props) {
  const { t } = useTranslation();
  const name = nameOf(person);
  const { mutate, status, error } = useBlock(person, onClose);
  return (
    <ConfirmDialog
      title={t('blocks.block', { name })}
      question={
        <ul className="flex list-disc flex-col gap-2 pl-4 text-15 text-pretty marker:text-soft">
          {effects.map((effect) => (
            <li key={effect}>{t(`blocks.${effect}`, { name })}</li>
          ))}
        </ul>
      }
      yes={t('blocks.blockYes')}
      busy={status === 'pending'}
      error={error && `${t('blocks.blockFailed', { name })} ${failureText(error)}`}
      // The focus cannot return to the button that opened the dialog, because its post or row disappears with the blocked member.
      focusAfter={() => (status === 'idle' || status === 'error' ? null : document.getElementById('content'))}
      onYes={() => mutate({ userId: person.userId })}
      onClose={onClose}
    />
  );
}
