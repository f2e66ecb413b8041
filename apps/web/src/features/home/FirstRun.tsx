import { useNavigate } from '@tanstack/react-router';
import Feather from 'lucide-react/icons/feather';
import UsersRound from 'lucide-react/icons/users-round';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Button } from '../../ui/Button.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { EmptyState } from '../../ui/States.tsx';
import FirstPeople from './FirstPeople.tsx';

/** Shown if the home feed is empty, because the member follows nobody or no followed member has posted. */
export default function FirstRun() {
  const { t } = useTranslation();
  const { open } = usePopup();
  const viewer = useViewer();
  const navigate = useNavigate();
  const followsSome = viewer.followingCount > 0;
  return (
    <div className="flex flex-col gap-2 px-4 pb-8 rail:px-0">
      <EmptyState
        icon={followsSome ? Feather : UsersRound}
        title={followsSome ? t('home.quiet') : t('home.welcome', { name: nameOf(viewer) })}
        lead={followsSome ? undefined : t('home.welcomeLead')}
      >
        {!followsSome && <Button onClick={() => void navigate({ to: '/browser' })}>{t('home.findPeople')}</Button>}
        <Button variant={followsSome ? 'primary' : 'ghost'} onClick={() => void open({ popup: 'compose' })}>
          {t('home.share')}
        </Button>
      </EmptyState>
      <FirstPeople />
    </div>
  );
}
