import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia, wideScreen } from '../../lib/useMedia.ts';
import { cx } from '../../ui/cx.ts';
import { Optional } from '../../ui/Optional.tsx';
import { Skeleton, SkeletonList } from '../../ui/Skeleton.tsx';

interface Props {
  children: ReactNode;
  /** The accessible name of `panel`. Not needed for the default panel. */
  label?: string;
  panel?: ReactNode;
  className?: string;
}

const DiscoverPanel = lazy(() => import('../search/DiscoverPanel.tsx'));

/** A screen's column, with a panel to its right from 1200 px on. */
export function WithPanel({ children, label, panel = <DiscoverPanel />, className }: Props) {
  const { t } = useTranslation();
  const isWide = useMedia(wideScreen);
  return (
    <div className="mx-auto flex max-w-255 justify-center gap-10 rail:px-6 wide:max-w-full">
      <div className={cx('w-full max-w-155 min-w-0', className)}>{children}</div>
      {isWide && (
        <aside
          aria-label={label ?? t('discover.label')}
          className="sticky top-(--banner,0px) -mx-4 h-[calc(100dvh-var(--banner,0px))] w-88 shrink-0 overflow-x-hidden overflow-y-auto px-4 py-9"
        >
          <Optional
            fallback={
              <>
                <Skeleton className="mb-5 h-5 w-2/5" />
                <SkeletonList />
              </>
            }
          >
            {panel}
          </Optional>
        </aside>
      )}
    </div>
  );
}
