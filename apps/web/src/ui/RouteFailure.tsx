import { Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Wordmark } from './Wordmark.tsx';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <main className="grid min-h-dvh place-items-center bg-ground p-6 text-center">
      <title>{t('common.pageTitle', { page: t('notFound.title') })}</title>
      <div className="flex flex-col items-center gap-3">
        <Wordmark />
        <h1 className="mt-6 text-28 font-bold tracking-tight">{t('notFound.text')}</h1>
        <p className="text-17 text-balance text-soft">{t('notFound.lead')}</p>
        <Link
          to="/home"
          className="mt-4 inline-flex min-h-11 items-center rounded-full bg-accent px-6 font-semibold text-accent-ink hover:bg-accent-strong"
        >
          {t('notFound.home')}
        </Link>
      </div>
    </main>
  );
}

/** A page that could not be loaded or drawn; without an icon, since it comes with every first load. */
export function RouteFailure({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useTranslation();
  const router = useRouter();
  return (
    <div role="alert" className="mx-auto flex max-w-90 flex-col items-center gap-2 px-6 py-24 text-center">
      <p className="text-21 font-semibold">{t('failure.title')}</p>
      <p className="text-soft">{navigator.onLine ? t('failure.lead') : t('failure.offline')}</p>
      <Button
        look="quiet"
        className="mt-4"
        onClick={async () => {
          // The browser does not fetch a script again whose import failed, so the page is reloaded; drafts survive that.
          const answers = () =>
            fetch('/healthz').then(
              ({ ok }) => ok,
              () => false,
            );
          if (error instanceof TypeError && (await answers())) return location.reload();
          reset();
          void router.invalidate();
        }}
      >
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
