import UserPlus from 'lucide-react/icons/user-plus';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { Button } from '../../ui/Button.tsx';
import { useInvitationPolicy } from './useInvitationPolicy.ts';

/** Opens the invitation popup. Renders nothing if members may not invite. `short` shows one word beside the icon. */
export function InviteButton({ short }: { short?: boolean }) {
  const { t } = useTranslation();
  const { open } = usePopup();
  if (!useInvitationPolicy().possible) return null;
  return (
    <Button small variant="quiet" onClick={() => void open({ popup: 'invitations' })}>
      <UserPlus aria-hidden className="size-4.5" />
      {t(short ? 'invitations.short' : 'invitations.title')}
    </Button>
  );
}
