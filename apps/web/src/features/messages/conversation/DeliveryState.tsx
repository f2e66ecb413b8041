import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import { useTranslation } from 'react-i18next';
import { timeOfDay } from '../../../i18n/dates.ts';
import { cx } from '../../../ui/cx.ts';
import type { MessageStatus, ShownMessage } from '../message.ts';

const icons = { sending: Clock, waiting: Clock, failed: CircleAlert, sent: Check, read: CheckCheck };

function StatusIcon({ status }: { status: MessageStatus }) {
  const { t } = useTranslation();
  const Icon = icons[status];
  return (
    <>
      <Icon aria-hidden strokeWidth={2.4} className={cx('size-3.5', status !== 'read' && 'opacity-75')} />
      <span className="sr-only">{t(`messages.${status}`)}</span>
    </>
  );
}

interface Props {
  status: MessageStatus;
  edited: boolean;
  /** Whether the state lies below the length of a voice message, which leaves room there. */
  raised?: boolean;
}

/** The delivery state of the viewer's own message, at the end of the message's last line. */
export function DeliveryState({ status, edited, raised = false }: Props) {
  const { t } = useTranslation();
  return (
    <span
      data-status={status}
      className={cx('float-right ml-2 flex h-4.5 items-center gap-1 text-13', raised ? '-mt-3.5' : 'mt-1')}
    >
      {edited && <i>{t('messages.edited')}</i>}
      <StatusIcon status={status} />
    </span>
  );
}

/** The time of a message that is only a picture, and the delivery state of the viewer's own. Both lie on the picture. */
export function PictureStamp({
  message: { mine, status, createdAt },
  timed,
}: {
  message: ShownMessage;
  timed: boolean;
}) {
  if (!timed && !mine) return null;
  return (
    <span
      data-status={mine ? status : undefined}
      className="pointer-events-none absolute right-1.5 bottom-1.5 flex h-5 items-center gap-1 rounded-full bg-veil px-2 text-13 text-over-picture backdrop-brightness-75"
    >
      {timed && <time dateTime={createdAt}>{timeOfDay(createdAt)}</time>}
      {mine && <StatusIcon status={status} />}
    </span>
  );
}
