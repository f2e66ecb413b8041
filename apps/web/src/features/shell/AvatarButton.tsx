import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../lib/viewerContext.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { nameOf, PersonName } from '../../ui/PersonName.tsx';

const AccountMenu = lazy(() => import('./AccountMenu.tsx'));

/** A button with the member's picture and, if there is room, name. It opens the account menu. */
export function AvatarButton({ className }: { className?: string }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const [wasOpened, setWasOpened] = useState(false);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={t('menu.yours', { name: nameOf(viewer) })}
      className={cx('flex min-h-12 min-w-12 items-center justify-center gap-3 rounded-full hover:bg-sunken', className)}
      onClick={() => setWasOpened(true)}
    >
      <Avatar src={viewer.profilePicture} size={32} />
      <span data-own className="hidden min-w-0 text-start text-15 font-semibold wide:block">
        <PersonName person={viewer} stacked />
      </span>
    </button>
  );
  if (!wasOpened) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu trigger={button} />
    </Suspense>
  );
}
