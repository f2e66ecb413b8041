import type { HostOverview } from '@kith/contracts';
import { Link } from '@tanstack/react-router';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useTranslation } from 'react-i18next';
import { linkStyle } from '../../auth/AuthPage.tsx';
import { toPart } from '../parts.ts';
import { Section } from '../Section.tsx';

/** The parts where a host can do a step. The others are done on the machine, or with the button for a test mail below. */
const doneIn = { backups: 'backups', invitations: 'joining' } as const;

/** What a new server needs before friends come. Nothing once all of it is done. */
export function Checklist({ steps }: { steps: HostOverview['checklist'] }) {
  const { t } = useTranslation();
  if (steps.every(({ done }) => done)) return null;
  return (
    <Section title={t('host.checklist.title')}>
      <ul className="flex flex-col rounded-card border border-line bg-surface px-4 py-1">
        {steps.map(({ step, done }) => (
          <li key={step} className="flex min-h-14 items-center gap-3 border-t border-line py-2 first:border-t-0">
            {done ? (
              <CircleCheck aria-hidden className="size-5.5 shrink-0 text-good" />
            ) : (
              <Circle aria-hidden className="size-5.5 shrink-0 text-soft" />
            )}
            <div className="min-w-0 flex-1">
              <p className="text-15 font-medium">
                {t(`host.checklist.${step}`)}
                <span className="sr-only"> {t(done ? 'host.checklist.done' : 'host.checklist.open')}</span>
              </p>
              {!done && <p className="text-13 text-pretty text-soft">{t(`host.checklist.${step}Todo`)}</p>}
            </div>
            {!done && step in doneIn && (
              <Link {...toPart(doneIn[step as keyof typeof doneIn])} className={linkStyle}>
                {t(`host.parts.${doneIn[step as keyof typeof doneIn]}`)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
