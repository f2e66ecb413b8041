import UserPlus from 'lucide-react/icons/user-plus';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/Button.tsx';

/** Whether members may invite: by a link of their own, or by the plain address where everybody may sign up. */
export function useMayInvite(): boolean {
  const { data } = trpc.auth.options.useQuery(undefined, { staleTime: 60_000 });
  return data?.signUp === 'open' || (data?.signUp === 'invited' && data.membersInvite);
}

/** Opens the invitation popup. Renders nothing if members may not invite. */
export function InviteButton({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { open } = usePopup();
  if (!useMayInvite()) return null;
  return (
    <Button small variant="quiet" className={className} onClick={() => void open({ popup: 'invitations' })}>
      <UserPlus aria-hidden className="size-4.5" />
      {t('invitations.title')}
    </Button>
  );
}
