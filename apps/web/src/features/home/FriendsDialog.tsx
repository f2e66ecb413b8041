import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FriendsPanel } from './FriendsPanel.tsx';

/** The friends panel as a dialog, for screens too narrow to show the panel beside the feed. */
export default function FriendsDialog() {
  const { t } = useTranslation();
  const { close } = usePopup();
  return (
    <Dialog title={t('home.followed')} onClose={close}>
      <div className="p-5">
        <FriendsPanel titled={false} />
      </div>
    </Dialog>
  );
}
