import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { cx } from '../../ui/cx.ts';
import type { MessageStatus } from './types.ts';

const icons = { sending: Clock, waiting: Clock, failed: CircleAlert, sent: Check, read: CheckCheck };

/** How far one's own message has come, at the end of its last line. */
export function Tick({ status }: { status: MessageStatus }) {
  const { t } = useTranslation();
  const Icon = icons[status];
  return (
    <span data-status={status} className="float-right mt-1 ml-2 flex h-4.5 items-center">
      <Icon aria-hidden strokeWidth={2.4} className={cx('size-3.5', status !== 'read' && 'opacity-75')} />
      <span className="sr-only">{t(`messages.${status}`)}</span>
    </span>
  );
}
