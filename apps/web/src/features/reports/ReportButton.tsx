import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { askReport, type Reported } from './askReport.ts';

/** A quiet button beside somebody else's post or comment. */
export function ReportButton({
  of,
  name,
}: {
  of: Reported & { kind: Exclude<Reported['kind'], 'comment'> };
  name: string;
}) {
  const { t } = useTranslation();
  return (
    <Button
      look="ghost"
      small
      aria-label={t(`reports.${of.kind}Of`, { name })}
      className="px-2 text-13 font-medium text-soft"
      onClick={() => askReport(of)}
    >
      {t('reports.report')}
    </Button>
  );
}
