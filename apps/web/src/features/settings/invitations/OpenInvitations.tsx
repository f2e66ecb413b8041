import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../../i18n/dates.ts';
import { failureOf, failureText } from '../../../lib/failure.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Button } from '../../../ui/Button.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.tsx';

/** The viewer's open invitations, each of which can be taken back. */
export function OpenInvitations() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const { data, isError, refetch } = trpc.invitations.list.useQuery(undefined, { staleTime: 0 });
  const { mutate, isPending, variables } = trpc.invitations.revoke.useMutation({
    onSuccess: () => toast(t('invitations.revoked'), { variant: 'good' }),
    onError: (error) => {
      // `not-found` means that the invitation was used up or has expired meanwhile.
      if (failureOf(error).code !== 'not-found') toast(failureText(error), { variant: 'bad' });
    },
    onSettled: () => void utils.invitations.list.invalidate(),
  });

  if (isError) return <ErrorState onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList rows={2} />;
  if (data.items.length === 0) return null;
  return (
    <section aria-labelledby="open-invitations" className="flex flex-col gap-2">
      <h3 id="open-invitations" className="text-13 font-semibold text-soft">
        {t('invitations.open')}
      </h3>
      <ul className="flex flex-col">
        {data.items.map(({ invitationId, usesLeft, expiresAt }) => {
          const code = String(invitationId);
          const date = dateFormat({ day: 'numeric', month: 'long' }).format(new Date(expiresAt));
          return (
            <li key={invitationId} className="flex min-h-15 items-center gap-4">
              <div className="flex min-w-0 flex-1 flex-col">
                <p className="text-15 font-medium">{t('invitations.left', { count: usesLeft })}</p>
                <p className="text-13 text-soft">{t('invitations.until', { date })}</p>
              </div>
              <Button
                small
                variant="quiet"
                busy={isPending && variables.code === code}
                onClick={() => mutate({ code })}
              >
                {t('invitations.revoke')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
