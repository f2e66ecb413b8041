import { useTranslation } from 'react-i18next';
import { usePopup } from '../../../lib/popups.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { SettingsPopupProps } from '../parts.tsx';
import { Invitations } from './Invitations.tsx';
import { OpenInvitations } from './OpenInvitations.tsx';

export function InvitationsDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  return (
    <Dialog title={t('invitations.title')} screen covered={covered} onClose={close}>
      <div className="flex flex-col gap-5 px-5 py-6">
        <Invitations open={<OpenInvitations />} />
      </div>
    </Dialog>
  );
}
