import { useTranslation } from '../../i18n/useTranslation.ts';
import { Failure } from '../../lib/failure.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { Button } from '../../ui/Button.tsx';
import { dropPending, markPending } from './outbox.ts';
import type { Pending } from './types.ts';

/** Why a message is still here, and what can be done about it. */
export function NotSent({ pending }: { pending: Pending }) {
  const { t } = useTranslation();
  const text = useFailureText();
  const { clientId, failure } = pending;
  return (
    <div role="status" className="flex max-w-full flex-wrap items-center justify-end gap-x-1 text-13">
      {failure ? (
        <>
          <span className="px-2 text-danger">
            {t('messages.failed')} {text(new Failure(failure))}
          </span>
          <Button look="ghost" small className="px-2.5" onClick={() => markPending(clientId, {})}>
            {t('common.tryAgain')}
          </Button>
          <Button look="ghost" small className="px-2.5 text-soft" onClick={() => dropPending(clientId)}>
            {t('messages.discard')}
          </Button>
        </>
      ) : (
        <span className="px-2 text-soft">{t('messages.waitingLead')}</span>
      )}
    </div>
  );
}
