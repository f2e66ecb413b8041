import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { usePopup } from '../../lib/popups.ts';
import { useMedia, wide } from '../../lib/useMedia.ts';
import { Badge } from './Badge.tsx';
import type { MenuEntry } from './useMenu.ts';

const Tooltip = lazy(() => import('../../ui/Tooltip.tsx'));

const look =
  'flex min-h-12 w-12 items-center justify-center gap-4 rounded-full text-17 transition-colors hover:bg-sunken wide:w-full wide:justify-start wide:px-4';

/** An entry of the side menu: an icon on the rail, with its name where there is room. */
export function MenuItem({ label, icon: Icon, to, popup, unread = 0 }: MenuEntry) {
  const { t } = useTranslation();
  const { open } = usePopup();
  const named = useMedia(wide);
  const name = t(`menu.${label}`);
  const inside = (
    <>
      <span className="relative">
        <Icon aria-hidden className="size-6.5" strokeWidth={1.9} />
        <Badge count={unread} />
      </span>
      <span className="sr-only wide:not-sr-only">{name}</span>
    </>
  );
  const control = to ? (
    <Link to={to} className={look} activeProps={{ className: 'font-bold text-accent-text' }}>
      {inside}
    </Link>
  ) : (
    <button type="button" className={look} onClick={() => void open({ popup })}>
      {inside}
    </button>
  );
  if (named) return control;
  return (
    <Suspense fallback={control}>
      <Tooltip text={name}>{control}</Tooltip>
    </Suspense>
  );
}
