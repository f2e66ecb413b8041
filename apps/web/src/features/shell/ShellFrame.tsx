import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logOutState, setLogOutState, watchSignedOut } from '../../lib/api.ts';
import { checkConnection, confirmConnection, isConnected, useOnline, watchConnection } from '../../lib/connection.ts';
import { isLive, watchLive } from '../../lib/live.ts';
import { pageMember } from '../../lib/member.ts';
import { confirmSession, endSession, openedOffline } from '../../lib/session.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { cx } from '../../ui/cx.ts';
import { AppBadge } from '../notifications/NotificationBell.tsx';
import {
  useLiveCache,
  useOfflineStorage,
  useOutbox,
  usePreferencesOfOtherTabs,
  usePreloadOpenPost,
  usePushes,
  useTimeZone,
} from './background.ts';
import { TabBar, TopBar, useInChat } from './PhoneBars.tsx';
import { PopupHost } from './PopupHost.tsx';
import { SideMenu } from './SideMenu.tsx';

/**
 * When the live stream breaks, checks whether the server is available. When the server is available again, checks whether the
 * session is still valid. If the session was ended elsewhere, such as in the list of devices, redirects to the log-in page. If
 * the session is valid and this page was opened without a connection, refetches all queries.
 */
function useReconnect(): void {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    setLogOutState('none');
    let stopped = false;
    let asking = false;
    let streamLost = false;
    const staySignedIn = async (): Promise<boolean> => {
      if (stopped || asking || logOutState() !== 'none' || !isConnected()) return false;
      asking = true;
      const known = await confirmSession();
      asking = false;
      if (known || stopped) return known;
      // Set before navigating: otherwise a second 401 response would name the log-in page itself as the page to return to.
      stopped = true;
      const { href } = router.state.location;
      const state = { member: pageMember() ?? '' };
      await router.navigate({ to: '/login', search: { next: href }, state, replace: true });
      // If the navigation led to another page, the member has logged in again meanwhile, and the new session must not be ended.
      if (router.state.location.pathname === '/login') endSession('kept');
      return false;
    };
    const catchUp = async () => {
      const wasOffline = openedOffline();
      if ((await staySignedIn()) && wasOffline) void client.invalidateQueries();
    };
    const off = [
      watchConnection(() => void catchUp()),
      watchSignedOut(() => void staySignedIn()),
      watchLive(() => {
        const up = isLive();
        if (up) confirmConnection();
        else void checkConnection().then(staySignedIn);
        // Another member may have logged in to this browser while the stream was interrupted. The new stream then belongs to
        // that member.
        if (up && streamLost) void staySignedIn();
        streamLost = !up;
      }),
    ];
    return () => {
      stopped = true;
      for (const stop of off) stop();
    };
  }, [client, router]);
}

const delayMs = 2_000;

/**
 * Loads the code of the other screens two seconds after the first screen, so that they open without a connection. Only needed
 * without https, where no service worker stores the app.
 */
function usePreloadScreens(): void {
  const router = useRouter();
  useEffect(() => {
    if ('serviceWorker' in navigator) return;
    const timer = setTimeout(() => {
      for (const route of Object.values(router.routesById)) router.loadRouteChunk(route)?.catch(() => undefined);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [router]);
}

/**
 * Says that the connection is lost. The live region is always rendered, because screen readers announce only changes of an
 * existing one. The CSS property `--banner` is the banner's height, by which other sticky elements are offset.
 */
function ConnectionBanner() {
  const { t } = useTranslation();
  const online = useOnline();
  const inChat = useInChat();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const banner = ref.current;
    if (!banner) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => {
      const height = `${banner.offsetHeight}px`;
      // A property of the root element makes the browser compute the styles of the whole page, so it is set only when needed.
      if ((root.getPropertyValue('--banner') || '0px') !== height) root.setProperty('--banner', height);
    });
    observer.observe(banner);
    return () => {
      observer.disconnect();
      root.removeProperty('--banner');
    };
  }, []);
  return (
    <div ref={ref} role="status" className={cx('sticky z-25 rail:top-0', inChat ? 'top-0' : 'top-13')}>
      {!online && (
        <p className="bg-inverse px-4 py-2 text-center text-13 font-medium text-inverse-ink wide:mx-auto wide:w-fit wide:rounded-b-card wide:px-6">
          {navigator.onLine ? t('common.unreachable') : t('common.offline')}
        </p>
      )}
    </div>
  );
}

const ConfirmBanner = lazy(() => import('../auth/ConfirmBanner.tsx'));

/** Asks the member to confirm the e-mail address. Hidden on the messages screen, because an open chat fills it completely. */
function AddressBanner() {
  const { emailConfirmed } = useViewer();
  const chatting = useRouterState({ select: ({ location }) => location.pathname.startsWith('/messages') });
  if (emailConfirmed || chatting) return null;
  return (
    <Suspense>
      <ConfirmBanner />
    </Suspense>
  );
}

/** Everything that runs beside the screens and renders nothing. */
function Background() {
  useLiveCache();
  useOutbox();
  useOfflineStorage();
  usePreloadOpenPost();
  useReconnect();
  usePreloadScreens();
  usePushes();
  useTimeZone();
  usePreferencesOfOtherTabs();
  return <AppBadge />;
}

/**
 * Returns false during the first render and true in a later task. What is rendered only then does not delay the first screen.
 */
function useIsLater(): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsLater(true)));
    return () => clearTimeout(timer);
  }, []);
  return isLater;
}

export function ShellFrame() {
  const { t } = useTranslation();
  const isLater = useIsLater();
  const inChat = useInChat();
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
        className={cx(
          // A grid of three columns beside the panel also takes the space to the right of the group.
          'rail:pb-8 rail:pl-20 wide:pr-(--beside) wide:pl-[calc(var(--beside)+15rem)] min-[112.5rem]:has-[.to-the-edge]:pr-0',
          inChat ? 'pb-4' : 'pb-[calc(4.5rem+env(safe-area-inset-bottom))]',
        )}
      >
        <ConnectionBanner />
        <AddressBanner />
        <Outlet />
      </main>
      <TabBar />
      <PopupHost />
      {isLater && <Background />}
    </div>
  );
}
