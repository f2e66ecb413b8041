import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import type { Member } from '../../lib/types.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormMessage } from '../../ui/Field.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { toast } from '../../ui/toast.tsx';
import { removePerson, undoBlock } from './blockCache.ts';

/**
 * Returns a function that blocks a member. If a page, chat or post of the member is open, the viewer is taken away from it
 * before the member's data is removed from the caches.
 */
function useBlock(person: Member, done: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const blocked = useRef(false);
  const { userId } = person;
  const name = nameOf(person);

  const leave = async () => {
    const { pathname, search } = router.state.location;
    if (pathname.startsWith('/user/')) await router.navigate({ to: '/home', replace: true });
    else if (pathname === '/messages') await router.navigate({ to: '/messages', search: {}, replace: true });
    else if ('post' in search) await router.navigate({ to: pathname, search: {}, replace: true });
  };

  const block = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await api.users.block.mutate({ userId });
    } catch (failure) {
      setBusy(false);
      setError(`${t('blocks.blockFailed', { name })} ${failureText(failure)}`);
      return;
    }
    blocked.current = true;
    done();
    await leave();
    removePerson(client, person);
    const undo = { label: t('blocks.unblock'), run: () => void undoBlock('unblock', person) };
    toast(t('blocks.blocked', { name }), { variant: 'good', action: undo });
  };
  // The focus cannot return to the button that opened the dialog, because its post or row disappears with the blocked member.
  const focusAfter = () => (blocked.current ? document.getElementById('content') : null);
  return { block, busy, error, focusAfter };
}

const effects = ['blockSee', 'blockReach', 'blockFollow', 'blockQuiet'] as const;

interface Props {
  person: Member;
  onClose: () => void;
}

export default function BlockDialog({ person, onClose }: Props) {
  const { t } = useTranslation();
  const { block, busy, error, focusAfter } = useBlock(person, onClose);
  const name = nameOf(person);
  return (
    <Dialog
      title={t('blocks.block', { name })}
      size="small"
      role="alertdialog"
      focusAfter={focusAfter}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void block()}>
            {t('blocks.blockYes')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 px-5 py-6">
        <ul className="flex list-disc flex-col gap-2 pl-4 text-15 text-pretty marker:text-soft">
          {effects.map((effect) => (
            <li key={effect}>{t(`blocks.${effect}`, { name })}</li>
          ))}
        </ul>
        <FormMessage text={error} />
      </div>
    </Dialog>
  );
}
