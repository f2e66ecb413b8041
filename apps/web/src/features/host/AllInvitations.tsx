import type { HostInvitation } from '@kith/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../i18n/dates.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { itemsOf, paging } from '../../lib/lists.ts';
import { refetched } from '../../lib/refetched.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toast } from '../../ui/toast.tsx';
import { NotLoaded, Section } from './Section.tsx';

function Row({ invitation, onRevoke }: { invitation: HostInvitation; onRevoke: () => void }) {
  const { t } = useTranslation();
  const { inviter, uses, usesLeft, createdAt, expiresAt } = invitation;
  const date = dateFormat({ day: 'numeric', month: 'long' }).format(new Date(expiresAt));
  return (
    <li className="flex min-h-15 items-center gap-4 border-t border-line py-2 first:border-t-0">
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="text-15">
          {inviter ? (
            <bdi data-own className="font-medium wrap-anywhere">
              {nameOf(inviter)}
            </bdi>
          ) : (
            <span className="font-medium">{t('host.joining.operator')}</span>
          )}{' '}
          <span className="text-13 text-soft">
            <TimeAgo at={createdAt} />
          </span>
        </p>
        <p className="text-13 text-soft">
          {t('host.joining.left', { left: usesLeft, uses })} · {t('invitations.until', { date })}
        </p>
      </div>
      <Button small variant="quiet" onClick={onRevoke}>
        {t('invitations.revoke')}
      </Button>
    </li>
  );
}

/** The open invitations of all members and of operators, each of which a host can take back. */
export function AllInvitations() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const list = trpc.host.invitations.useInfiniteQuery({ limit: 30 }, { ...paging, ...refetched });
  const [confirming, setConfirming] = useState<number>();
  const invitations = itemsOf(list.data);

  const revoke = trpc.host.revokeInvitation.useMutation({
    onSuccess: () => toast(t('invitations.revoked'), { variant: 'good' }),
    onError: (error) => {
      // `not-found` means that the invitation was used up, has expired or was taken back meanwhile.
      if (failureOf(error).code !== 'not-found') toast(failureText(error), { variant: 'bad' });
    },
    onSettled: async () => {
      await Promise.all([utils.host.invitations.invalidate(), utils.host.log.invalidate()]);
      setConfirming(undefined);
    },
  });

  return (
    <Section title={t('host.joining.all')}>
      {!list.data && <NotLoaded failed={list.isError} onRetry={list.refetch} />}
      {list.data && invitations.length === 0 && <p className="text-15 text-soft">{t('host.joining.noInvitations')}</p>}
      <ul className="flex flex-col">
        {invitations.map((invitation) => (
          <Row
            key={invitation.invitationId}
            invitation={invitation}
            onRevoke={() => setConfirming(invitation.invitationId)}
          />
        ))}
      </ul>
      <LoadMore more={list} />
      {confirming !== undefined && (
        <ConfirmDialog
          title={t('host.joining.takeBack')}
          question={t('host.joining.takeBackQuestion')}
          yes={t('invitations.revoke')}
          busy={revoke.isPending}
          onYes={() => revoke.mutate({ invitationId: confirming })}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </Section>
  );
}
