import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import { type KeyboardEvent, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageTime } from '../../i18n/dates.ts';
import { Failure } from '../../lib/failure.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { dropPending, markPending } from './outbox.ts';
import type { MessageStatus, Pending, ShownMessage } from './types.ts';

/** Why a message is still here, and what can be done about it. */
function NotSent({ pending }: { pending: Pending }) {
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

const icons = { sending: Clock, waiting: Clock, failed: CircleAlert, sent: Check, read: CheckCheck };

/** How far one's own message has come, at the end of its last line. */
function Tick({ status }: { status: MessageStatus }) {
  const { t } = useTranslation();
  const Icon = icons[status];
  return (
    <span data-status={status} className="float-right mt-1 ml-2 flex h-4.5 items-center">
      <Icon aria-hidden strokeWidth={2.4} className={cx('size-3.5', status !== 'read' && 'opacity-75')} />
      <span className="sr-only">{t(`messages.${status}`)}</span>
    </span>
  );
}

interface Props {
  name: string;
  message: ShownMessage;
  first: boolean;
  last: boolean;
}

const corners = (mine: boolean, first: boolean, last: boolean): string =>
  mine
    ? cx(!first && 'rounded-tr-[6px]', !last && 'rounded-br-[6px]')
    : cx(!first && 'rounded-tl-[6px]', !last && 'rounded-bl-[6px]');

/** One message; a click shows its full time. Text can be marked in it, which a button would not allow. */
export const Bubble = memo(function Bubble({ name, message, first, last }: Props) {
  const { t } = useTranslation();
  const [dated, setDated] = useState(false);
  const { content, mine, status, pending, createdAt } = message;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    setDated(!dated);
  };

  return (
    <>
      <div
        role="button"
        data-bubble
        tabIndex={-1}
        aria-expanded={dated}
        onClick={() => getSelection()?.isCollapsed !== false && setDated(!dated)}
        onKeyDown={onKeyDown}
        className={cx(
          'max-w-[min(85%,34rem)] cursor-pointer rounded-sheet px-3.5 py-2 text-15 whitespace-pre-wrap select-text',
          'focus-visible:outline-2 focus-visible:outline-accent-text',
          mine ? 'bg-accent text-accent-ink' : 'bg-sunken text-ink',
          status === 'failed' && 'opacity-70',
          corners(mine, first, last),
        )}
      >
        <span className="sr-only">{mine ? t('messages.you') : name}: </span>
        {content}
        {mine && <Tick status={status} />}
      </div>
      {dated && (
        <time dateTime={createdAt} className="animate-fade px-2 text-13 text-soft">
          {messageTime(createdAt)}
        </time>
      )}
      {pending && (status === 'failed' || status === 'waiting') && <NotSent pending={pending} />}
    </>
  );
});
