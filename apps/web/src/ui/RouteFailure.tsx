import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

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
