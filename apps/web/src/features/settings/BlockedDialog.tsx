import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { BlockedPeople } from '../blocks/BlockedPeople.tsx';
import type { SettingsPopupProps } from './parts.tsx';

/** The members whom the viewer has muted or blocked. */
export function BlockedDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  return (
    <Dialog title={t('blocks.title')} covered={covered} onClose={close}>
      <BlockedPeople />
    </Dialog>
  );
}
