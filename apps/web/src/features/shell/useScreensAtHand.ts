import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const rest = 2_000;

/**
 * Without https no service worker keeps the app. The other screens are then fetched two seconds after the first one
 * stands, so that they open when the connection is gone.
 */
export function useScreensAtHand(): void {
  const router = useRouter();
  useEffect(() => {
    if ('serviceWorker' in navigator) return;
    const timer = setTimeout(() => {
      for (const route of Object.values(router.routesById)) router.loadRouteChunk(route)?.catch(() => undefined);
    }, rest);
    return () => clearTimeout(timer);
  }, [router]);
}
