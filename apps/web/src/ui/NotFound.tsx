import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
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
