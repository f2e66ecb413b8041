import Feather from 'lucide-react/icons/feather';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { usePopup } from '../../lib/popups.ts';
import { useViewer } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SuggestedPeople } from '../users/SuggestedPeople.tsx';

/** Home before anybody one follows has posted. */
export function FirstRun() {
  const { t } = useTranslation();
  const { open } = usePopup();
  const viewer = useViewer();
  const followsSome = viewer.followingCount > 0;
  return (
    <div className="flex flex-col gap-2 px-4 pb-8 rail:px-0">
      <EmptyState
        icon={Feather}
        title={followsSome ? t('home.quiet') : t('home.welcome', { name: viewer.userName })}
        lead={followsSome ? t('home.quietLead') : t('home.welcomeLead')}
      >
        <Button onClick={() => void open({ popup: 'compose' })}>{t('home.share')}</Button>
      </EmptyState>
      <SuggestedPeople />
    </div>
  );
}
