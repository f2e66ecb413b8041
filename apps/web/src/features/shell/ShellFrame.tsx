import { Outlet } from '@tanstack/react-router';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { PopupHost } from './PopupHost.tsx';
import { SideMenu } from './SideMenu.tsx';
import { TabBar } from './TabBar.tsx';
import { TopBar } from './TopBar.tsx';
import { useLiveCache } from './useLiveCache.ts';
import { useOutbox } from './useOutbox.ts';
import { useReconnect } from './useReconnect.ts';
import { useScreensAtHand } from './useScreensAtHand.ts';

export function ShellFrame() {
  const { t } = useTranslation();
  useLiveCache();
  useOutbox();
  useReconnect();
  useScreensAtHand();
  return (
    <div className="min-h-dvh bg-ground">
      <a
        href="#content"
        className="sr-only rounded-full bg-accent font-semibold text-accent-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60 focus:px-5 focus:py-3"
      >
        {t('common.skipToContent')}
      </a>
      <TopBar />
      <SideMenu />
      <main
        id="content"
        tabIndex={-1}
        className="pb-[calc(4.5rem+env(safe-area-inset-bottom))] rail:pb-8 rail:pl-20 wide:pl-60"
      >
        <ConnectionBanner />
        <Outlet />
      </main>
      <TabBar />
      <PopupHost />
    </div>
  );
}
