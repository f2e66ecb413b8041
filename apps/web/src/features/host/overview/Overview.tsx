import type { HostOverview } from '@kith/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fileSize } from '../../../i18n/sizes.ts';
import { refetched } from '../../../lib/refetched.ts';
import { trpc } from '../../../lib/trpc.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { type Part, toPart } from '../parts.ts';
import { NotLoaded, Section } from '../Section.tsx';
import SetUp from '../SetUp.tsx';
import { TestMail } from '../TestMail.tsx';
import { Checklist } from './Checklist.tsx';
import { Problems } from './Problems.tsx';
import { StorageBar } from './StorageBar.tsx';

const Figure = ({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) => (
  <div className="flex flex-col justify-between">
    <dt className="text-13 text-soft">{label}</dt>
    <dd className="text-21 font-semibold tabular-nums">{value}</dd>
    {children && <dd className="text-13 text-soft">{children}</dd>}
  </div>
);

const Row = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-line py-2 first:border-t-0">
    <dt className="text-15">{label}</dt>
    <dd className="text-15 text-soft">{children}</dd>
  </div>
);

function Activity({ overview }: { overview: HostOverview }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const { members, activeIn7Days, activeIn30Days, posts, pictures } = overview;
  return (
    <Section title={t('host.overview.activity')}>
      <dl className="grid grid-cols-2 gap-4 rounded-card border border-line bg-surface p-4 min-[22rem]:grid-cols-3">
        <Figure label={t('host.parts.members')} value={number.format(members)} />
        <Figure label={t('host.overview.activeIn7Days')} value={number.format(activeIn7Days)} />
        <Figure label={t('host.overview.activeIn30Days')} value={number.format(activeIn30Days)} />
        <Figure label={t('host.overview.posts')} value={number.format(posts)} />
        <Figure label={t('host.overview.pictures')} value={number.format(pictures)} />
      </dl>
    </Section>
  );
}

function Services({ overview }: { overview: HostOverview }) {
  const { t } = useTranslation();
  const { databaseBytes, queue, lastBackup, mail, version } = overview;
  return (
    <Section title={t('host.overview.services')}>
      <dl className="flex flex-col rounded-card border border-line bg-surface px-4 py-1">
        <Row label={t('host.overview.database')}>{fileSize(databaseBytes)}</Row>
        <Row label={<PartLink part="jobs">{t('host.overview.jobs')}</PartLink>}>
          {queue
            ? `${t('host.overview.waiting', { count: queue.waiting })} · ${t('host.overview.failed', { count: queue.failed })}`
            : '–'}
        </Row>
        <Row label={<PartLink part="backups">{t('host.parts.backups')}</PartLink>}>
          {lastBackup ? (
            <>
              <TimeAgo at={lastBackup.at} /> · {fileSize(lastBackup.bytes)}
              {lastBackup.verified && ` · ${t('host.backups.verified')}`}
            </>
          ) : (
            t('host.overview.never')
          )}
        </Row>
        <Row label={t('host.overview.mail')}>
          {mail.lastSentAt ? <TimeAgo at={mail.lastSentAt} /> : t('host.overview.never')}
        </Row>
        {mail.lastError && (
          <Row label={t('host.overview.mailError')}>
            <TimeAgo at={mail.lastError.at} />: <span data-own>{mail.lastError.message}</span>
          </Row>
        )}
        <Row label={t('host.overview.version')}>
          <span data-own>{version}</span>
        </Row>
      </dl>
      <TestMail />
    </Section>
  );
}

const PartLink = ({ part, children }: { part: Part; children: ReactNode }) => (
  <Link
    {...toPart(part)}
    className="-my-2 inline-flex min-h-11 items-center rounded-card underline-offset-4 hover:underline"
  >
    {children}
  </Link>
);

/** What needs a host's attention first, then the state of the server. */
export function Overview() {
  const { data, isError, refetch } = trpc.host.overview.useQuery(undefined, refetched);
  if (!data) return <NotLoaded failed={isError} onRetry={refetch} />;
  const { problems, checklist, storage, disk } = data;
  return (
    <>
      <Problems problems={problems} />
      <SetUp />
      <Checklist steps={checklist} />
      <Activity overview={data} />
      <StorageBar storage={storage} disk={disk} />
      <Services overview={data} />
    </>
  );
}
