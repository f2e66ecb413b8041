import UserPlus from 'lucide-react/icons/user-plus';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../../lib/popups.ts';
import { trpc } from '../../../lib/trpc.ts';
import { SettingsRow } from '../rows.tsx';

/** The settings entry for invitations. Rendered only if sign-up requires an invitation and members may create invitations. */
export function InviteRow() {
  const { t } = useTranslation();
  const { open } = usePopup();
  const { data } = trpc.auth.options.useQuery(undefined, { staleTime: 60_000 });
  if (data?.signUp !== 'invited' || !data.membersInvite) return null;
  return (
    <SettingsRow
      icon={UserPlus}
      label={t('invitations.title')}
      leads
      onSelect={() => void open({ popup: 'invitations' })}
    />
  );
}
