import type { HostLogEntry } from '@kith/contracts';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useTranslation } from 'react-i18next';
import { itemsOf, paging } from '../../lib/lists.ts';
import { refetched } from '../../lib/refetched.ts';
import { trpc } from '../../lib/trpc.ts';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { NotLoaded } from './Section.tsx';

/** The names of settings, by which the log says what was changed. */
const settingNames = {
  name: 'host.server.name',
  description: 'host.server.description',
  rules: 'host.server.rules',
  publicPages: 'host.server.publicPages',
  showMembers: 'host.server.showMembers',
  linkPreviews: 'host.server.linkPreviews',
  maxVideoSeconds: 'host.server.maxVideoSeconds',
  maxVideoBytes: 'host.server.maxVideoBytes',
  signUp: 'host.joining.who',
  announceJoins: 'host.joining.announce',
  memberInvitations: 'host.joining.limit',
  setUp: 'host.log.setUpDone',
} as const;

/** Headings that say what the details say, by the action and the details. */
const special: Record<string, 'restored' | 'pictureRemoved' | 'testMailFailed'> = {
  'server-changed restored copy': 'restored',
  'picture-changed removed': 'pictureRemoved',
  'test-mail-sent failed': 'testMailFailed',
};

function Entry({ entry: { at, by, action, member, details } }: { entry: HostLogEntry }) {
  const { t } = useTranslation();
  const heading = special[`${action} ${details}`];
  const named = (name: string) => (name in settingNames ? t(settingNames[name as keyof typeof settingNames]) : name);
  const shown = action === 'server-changed' ? details.split(', ').map(named).join(', ') : details;
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <p className="text-15">
        <strong className="font-semibold">{t(`host.log.${heading ?? action}`)}</strong>{' '}
        {member && (
          <bdi data-own className="text-soft">
            {nameOf(member)}
          </bdi>
        )}
      </p>
      {details && !heading && (
        <p data-own className="text-15 wrap-anywhere">
          {shown}
        </p>
      )}
      <p className="text-13 text-soft">
        {by ? <bdi data-own>{nameOf(by)}</bdi> : t('host.log.nobody')}, <TimeAgo at={at} />
      </p>
    </li>
  );
}

/** Who did what, newest first. Nobody can change the log. */
export function Log() {
  const { t } = useTranslation();
  const list = trpc.host.log.useInfiniteQuery({ limit: 30 }, { ...paging, ...refetched });
  const entries = itemsOf(list.data);
  if (!list.data) return <NotLoaded failed={list.isError} onRetry={list.refetch} />;
  if (entries.length === 0) return <EmptyState icon={ScrollText} title={t('host.log.none')} />;
  return (
    <>
      <ul className="flex flex-col">
        {entries.map((entry) => (
          <Entry key={entry.entryId} entry={entry} />
        ))}
      </ul>
      <LoadMore more={list} />
    </>
  );
}
