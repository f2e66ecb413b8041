import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../lib/failure.ts';
import { Button } from './Button.tsx';

async function retry(error: unknown, reset: () => void, router: { invalidate: () => Promise<void> }): Promise<void> {
  // After a failed import, browsers do not fetch the script again, so the page is reloaded. Drafts survive the reload.
  if (error instanceof TypeError && (await fetch('/healthz').catch(() => null))?.ok) return location.reload();
  reset();
  void router.invalidate();
}

/**
 * Shown if a page could not be loaded or rendered. Retries when the connection is back. This component has no icon, because it
 * is part of every first load.
 */
export function RouteFailure({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useTranslation();
  const router = useRouter();
  const [connected, setConnected] = useState(navigator.onLine);
  const lost = !connected || failureOf(error).code === 'network';
  const unavailable = navigator.onLine ? t('errors.network') : t('failure.offline');

  useEffect(() => {
    let off: (() => void) | undefined;
    let gone = false;
    // This module is loaded on demand, because static imports would be part of every first load.
    import('./retryWhenConnected.ts').then(
      ({ retryWhenConnected }) => {
        const lost = failureOf(error).code === 'network';
        if (!gone) off = retryWhenConnected(setConnected, () => void retry(error, reset, router), lost);
      },
      () => undefined,
    );
    return () => {
      gone = true;
      off?.();
    };
  }, [error, reset, router]);

  return (
    <div role="alert" className="mx-auto flex max-w-90 flex-col items-center gap-2 px-6 py-24 text-center">
      <p className="text-21 font-semibold">{t('failure.title')}</p>
      <p className="text-soft">{lost ? unavailable : t('failure.lead')}</p>
      <Button variant="quiet" className="mt-4" onClick={() => void retry(error, reset, router)}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
