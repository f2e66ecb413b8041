import { createFileRoute, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { WithPanel } from '../../features/shell/WithPanel.tsx';
import Year from '../../features/year/Year.tsx';

function YearScreen() {
  const { t } = useTranslation();
  const { year } = Route.useParams();
  if (!/^(?:19[7-9]|20|21)\d+$/.test(year) || year.length !== 4) return <Navigate to="/404" replace />;
  return (
    <WithPanel>
      <title>{t('common.pageTitle', { page: t('year.heading', { year }) })}</title>
      <Year key={year} year={Number(year)} />
    </WithPanel>
  );
}

export const Route = createFileRoute('/_app/year/$year')({ component: YearScreen });
