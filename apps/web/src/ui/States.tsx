import CloudOff from 'lucide-react/icons/cloud-off';
import type { ComponentType, ReactNode, SVGProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../lib/connection.ts';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';

interface EmptyStateProps {
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  title: string;
  lead?: string | undefined;
  children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, lead, children }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-90 flex-col items-center gap-2 px-6 py-14 text-center">
      <span className="mb-2 grid size-18 place-items-center rounded-full bg-accent-wash text-accent-text">
        <Icon aria-hidden className="size-8" strokeWidth={1.6} />
      </span>
      <p className="text-21 font-semibold text-balance">{title}</p>
      {lead && <p className="text-15 text-balance text-soft">{lead}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

interface Props {
  title?: string | undefined;
  onRetry: () => void;
}

export function ErrorState({ title, onRetry }: Props) {
  const { t } = useTranslation();
  const unavailable = navigator.onLine ? t('errors.network') : t('failure.offline');
  const lead = useOnline() ? t('failure.lead') : unavailable;
  return (
    <div role="alert" className="mx-auto flex max-w-90 flex-col items-center gap-2 px-6 py-14 text-center">
      <span className="mb-2 grid size-18 place-items-center rounded-full bg-danger-wash text-danger">
        <CloudOff aria-hidden className="size-8" strokeWidth={1.6} />
      </span>
      <p className="text-21 font-semibold text-balance">{title ?? t('failure.title')}</p>
      <p className="text-15 text-balance text-soft">{lead}</p>
      <Button variant="quiet" className="mt-4" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}

/** One line that reports the failure of a part of a screen, with a button that retries. */
export function ErrorLine({ title, onRetry, className }: { title: string; onRetry: () => void; className?: string }) {
  const { t } = useTranslation();
  return (
    <p role="alert" className={cx('flex flex-wrap items-center gap-x-2 text-soft', className)}>
      {title}
      <Button variant="ghost" small className="-mx-4" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </p>
  );
}
