import { useTranslation } from '../../i18n/useTranslation.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

const bubbles = ['w-2/5', 'w-1/4', 'w-1/3 self-end', 'w-1/2', 'w-2/5 self-end', 'w-1/4 self-end', 'w-1/3'];

export function ChatSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-200 flex-1 flex-col justify-end gap-2.5 overflow-hidden p-4">
      <p role="status" className="sr-only">
        {t('messages.loadingChat')}
      </p>
      {bubbles.map((look) => (
        <Skeleton key={look} className={cx('h-10 shrink-0 rounded-sheet', look)} />
      ))}
    </div>
  );
}
