import { useTranslation } from 'react-i18next';
import { Reports } from './Reports.tsx';

export function ModerationScreen() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex max-w-170 flex-col gap-8 px-4 py-5 rail:px-6 rail:py-8">
      <title>{t('common.pageTitle', { page: t('moderation.title') })}</title>
      <h1 className="text-28 font-bold tracking-tight">{t('moderation.title')}</h1>
      <Reports />
    </div>
  );
}
