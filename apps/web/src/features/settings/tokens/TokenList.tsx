import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dateFormat, timeAgo } from '../../../i18n/dates.ts';
import { api } from '../../../lib/api.ts';
import { useMinute } from '../../../lib/clock.ts';
import { failureOf, failureText } from '../../../lib/failure.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Button } from '../../../ui/Button.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.tsx';

type Token = Awaited<ReturnType<typeof api.tokens.list.query>>['items'][number];

interface TokenRowProps {
  token: Token;
  busy: boolean;
  onRevoke: () => void;
}

function TokenRow({ token: { name, scopes, lastUsedAt, expiresAt }, busy, onRevoke }: TokenRowProps) {
  const { t } = useTranslation();
  useMinute();
  const used = lastUsedAt === null ? t('tokens.neverUsed') : t('tokens.lastUsed', { when: timeAgo(lastUsedAt) });
  const format = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' });
  const ends = expiresAt && t('tokens.until', { date: format.format(new Date(expiresAt)) });
  return (
    <li className="flex min-h-15 items-center gap-4">
      <div className="flex min-w-0 flex-1 flex-col">
        <p data-own className="text-15 font-medium wrap-anywhere">
          {name}
        </p>
        <ul className="flex flex-wrap gap-x-2 text-13 text-soft">
          {scopes.map((scope) => (
            <li key={scope} className="not-last:after:ml-2 not-last:after:content-['·']">
              {t(`tokens.scopes.${scope}`)}
            </li>
          ))}
        </ul>
        <p className="flex flex-wrap gap-x-2 text-13 text-soft">
          <span>{used}</span>
          {ends && <span>{ends}</span>}
        </p>
      </div>
      <Button small variant="quiet" busy={busy} aria-label={t('tokens.revokeNamed', { name })} onClick={onRevoke}>
        {t('tokens.revoke')}
      </Button>
    </li>
  );
}

export function TokenList() {
  const { t } = useTranslation();
  const { data, isError, refetch } = trpc.tokens.list.useQuery(undefined, { staleTime: 0 });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ tokenId }: Token) => api.tokens.revoke.mutate({ tokenId }),
    onSuccess: (_, { name }) => toast(t('tokens.revoked', { name }), { variant: 'good' }),
    onError: (error) => {
      // `not-found` means that the token was revoked elsewhere or has expired.
      if (failureOf(error).code !== 'not-found') toast(failureText(error), { variant: 'bad' });
    },
    onSettled: () => void refetch(),
  });
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-13 font-semibold text-soft">{t('tokens.list')}</h3>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonList rows={2} />}
      {data?.items.length === 0 && <p className="text-15 text-soft">{t('tokens.none')}</p>}
      <ul className="flex flex-col gap-3">
        {data?.items.map((token) => (
          <TokenRow
            key={token.tokenId}
            token={token}
            busy={isPending && variables.tokenId === token.tokenId}
            onRevoke={() => mutate(token)}
          />
        ))}
      </ul>
    </section>
  );
}
