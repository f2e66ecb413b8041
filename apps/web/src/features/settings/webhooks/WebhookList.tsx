import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { commentTime, timeAgo } from '../../../i18n/dates.ts';
import { api } from '../../../lib/api.ts';
import { useMinute } from '../../../lib/clock.ts';
import { failureOf, failureText } from '../../../lib/failure.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Button } from '../../../ui/Button.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.tsx';

type Webhook = Awaited<ReturnType<typeof api.webhooks.list.query>>['items'][number];
type Delivery = Webhook['deliveries'][number];

/** The interval, in milliseconds, at which the deliveries are refetched while the list is open. */
const refetchEvery = 5_000;

/** A delivery to a webhook: the response's status and, if the delivery failed, the time of the next attempt. */
function DeliveryRow({ delivery: { event, status, answeredAt, nextAt, createdAt } }: { delivery: Delivery }) {
  const { t } = useTranslation();
  useMinute();
  const answer = status === null ? t('webhooks.noAnswer') : t('webhooks.status', { status });
  return (
    <li className="flex flex-wrap gap-x-2 text-13 text-soft">
      <span data-own className="font-medium text-ink">
        {event}
      </span>
      <span>{answeredAt === null ? t('webhooks.waiting') : answer}</span>
      <time dateTime={answeredAt ?? createdAt}>{timeAgo(answeredAt ?? createdAt)}</time>
      {answeredAt !== null && nextAt !== null && <span>{t('webhooks.next', { when: commentTime(nextAt) })}</span>}
    </li>
  );
}

interface Action {
  webhookId: number;
  act: (input: { webhookId: number }) => Promise<unknown>;
  /** What is said once that succeeded. */
  done: string;
}

interface WebhookRowProps {
  webhook: Webhook;
  busy: boolean;
  onAct: (act: Action['act'], done: string) => void;
}

function WebhookRow({ webhook: { url, offReason, deliveries }, busy, onAct }: WebhookRowProps) {
  const { t } = useTranslation();
  return (
    <li className="flex flex-col gap-2 border-t border-line pt-3 first:border-0">
      <p data-own className="text-15 font-medium wrap-anywhere">
        {url}
      </p>
      {offReason && <p className="text-13 text-danger">{t(`webhooks.off.${offReason}`)}</p>}
      {deliveries.length > 0 && (
        <ul aria-label={t('webhooks.sent')} className="flex flex-col gap-1">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.deliveryId} delivery={delivery} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {offReason ? (
          <Button
            small
            variant="outline"
            busy={busy}
            onClick={() => onAct(api.webhooks.enable.mutate, t('webhooks.enabled'))}
          >
            {t('webhooks.enable')}
          </Button>
        ) : (
          <Button
            small
            variant="outline"
            busy={busy}
            onClick={() => onAct(api.webhooks.test.mutate, t('webhooks.tested'))}
          >
            {t('webhooks.test')}
          </Button>
        )}
        <Button
          small
          variant="quiet"
          busy={busy}
          aria-label={t('webhooks.removeNamed', { url })}
          onClick={() => onAct(api.webhooks.remove.mutate, t('webhooks.removed'))}
        >
          {t('webhooks.remove')}
        </Button>
      </div>
    </li>
  );
}

export function WebhookList() {
  const { t } = useTranslation();
  const { data, isError, refetch } = trpc.webhooks.list.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: refetchEvery,
  });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ act, webhookId }: Action) => act({ webhookId }),
    onSuccess: (_, { done }) => toast(done, { variant: 'good' }),
    onError: (error) => {
      // `not-found` means that the webhook was removed elsewhere.
      if (failureOf(error).code !== 'not-found') toast(failureText(error), { variant: 'bad' });
    },
    onSettled: () => void refetch(),
  });
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-13 font-semibold text-soft">{t('webhooks.list')}</h3>
      {isError && !data && <ErrorState onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonList rows={2} />}
      {data?.items.length === 0 && <p className="text-15 text-soft">{t('webhooks.none')}</p>}
      <ul className="flex flex-col gap-3">
        {data?.items.map((webhook) => (
          <WebhookRow
            key={webhook.webhookId}
            webhook={webhook}
            busy={isPending && variables.webhookId === webhook.webhookId}
            onAct={(act, done) => mutate({ act, done, webhookId: webhook.webhookId })}
          />
        ))}
      </ul>
    </section>
  );
}
