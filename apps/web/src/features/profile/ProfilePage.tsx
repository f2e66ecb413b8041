import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export function ProfilePage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto max-w-235 rail:px-6">
      {title && <title>{t('common.pageTitle', { page: title })}</title>}
      {children}
    </div>
  );
}
