import type { ServerProblem } from '@kith/contracts';
import { Link } from '@tanstack/react-router';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { linkStyle } from '../../auth/AuthPage.tsx';
import { type Part, toPart } from '../parts.ts';
import { Section } from '../Section.tsx';
import { ConfirmRestore } from './ConfirmRestore.tsx';

/** The part in which a host can do something about a problem. Others are solved on the machine. */
const solvedIn: Partial<Record<string, Part>> = {
  'failed-jobs': 'jobs',
  'no-backups': 'backups',
  'no-backup-yet': 'backups',
  'backup-old': 'backups',
  'backup-failed': 'backups',
};

/** What needs a host's attention, each with what to do. Screen readers are told when that changes. */
export function Problems({ problems }: { problems: ServerProblem[] }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {problems.length === 0 ? (
        <p className="flex items-center gap-2 text-15 font-medium text-good">
          <CircleCheck aria-hidden className="size-5 shrink-0" />
          {t('host.overview.well')}
        </p>
      ) : (
        <Section title={t('host.overview.problems')}>
          <ul className="flex flex-col gap-2">
            {problems.map(({ code, since, text }) => {
              const part = solvedIn[code];
              return (
                <li key={`${code} ${text}`} className="flex gap-3 rounded-card bg-danger-wash px-4 py-3">
                  <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
                  <div className="min-w-0 text-15">
                    <p data-own className="text-pretty wrap-anywhere">
                      {text}
                    </p>
                    {since && (
                      <p className="text-13 text-soft">
                        <TimeAgo at={since} />
                      </p>
                    )}
                    {part && (
                      <Link {...toPart(part)} className={linkStyle}>
                        {t(`host.parts.${part}`)}
                      </Link>
                    )}
                    {code === 'restored-copy' && <ConfirmRestore />}
                  </div>
                </li>
              );
            })}
          </ul>
        </Section>
      )}
    </div>
  );
}
