import UserPlus from 'lucide-react/icons/user-plus';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../../lib/popups.ts';
import { useInvitationPolicy } from '../../people/useInvitationPolicy.ts';
import { SettingsRow } from '../rows.tsx';

/** The settings entry for invitations; nothing if members may not invite. */
export function InviteRow() {
  const { t } = useTranslation();
  const { open } = usePopup();
  if (!useInvitationPolicy().possible) return null;
  return (
    <SettingsRow
      icon={UserPlus}
      label={t('invitations.title')}
      leads
      onSelect={() => void open({ popup: 'invitations' })}
    />
  );
}
