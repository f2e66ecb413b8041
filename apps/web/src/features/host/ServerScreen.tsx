import { Link, Navigate } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { serverBrand } from '../../lib/serverBrand.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { cx } from '../../ui/cx.ts';
import { ServerPicture } from '../../ui/ServerPicture.tsx';
import { Reports } from '../moderation/Reports.tsx';
import { Backups } from './Backups.tsx';
import { Jobs } from './Jobs.tsx';
import { Joining } from './Joining.tsx';
import { Log } from './Log.tsx';
import { Members } from './members/Members.tsx';
import { Overview } from './overview/Overview.tsx';
import { type Part, partNames, parts, toPart } from './parts.ts';
import { ServerSettings } from './ServerSettings.tsx';

const contents: Record<Part, ComponentType> = {
  overview: Overview,
  members: Members,
  joining: Joining,
  reports: Reports,
  server: ServerSettings,
  backups: Backups,
  jobs: Jobs,
  log: Log,
};

/** The list of parts: a screen of its own on a phone, beside the open part elsewhere. */
function PartList({ shown }: { shown: Part | undefined }) {
  const { t } = useTranslation();
  const { name, pictureUrl } = serverBrand();
  const Title = shown ? 'p' : 'h1';
  return (
    <nav
      aria-label={t('host.title')}
      className="w-full px-4 py-5 rail:sticky rail:top-8 rail:w-48 rail:shrink-0 rail:self-start rail:p-0 wide:w-56"
    >
      <div className="flex items-center gap-3 px-2 pb-4">
        <ServerPicture src={pictureUrl} size={40} />
        <div className="min-w-0">
          <Title className="text-21 font-bold tracking-tight rail:text-17 rail:font-semibold">{t('host.title')}</Title>
          <p data-own className="truncate text-13 text-soft">
            {name}
          </p>
        </div>
      </div>
      <ul className="flex flex-col gap-0.5">
        {partNames.map((part) => {
          const Icon = parts[part];
          return (
            <li key={part}>
              <Link
                {...toPart(part)}
                aria-current={part === shown ? 'page' : undefined}
                className={cx(
                  'flex min-h-12 items-center gap-4 rounded-card px-2 text-17 transition-colors hover:bg-sunken rail:min-h-11 rail:gap-3 rail:text-15',
                  part === shown && 'bg-sunken font-semibold',
                )}
              >
                <Icon aria-hidden className="size-5.5 shrink-0 text-soft rail:size-5" />
                <span className="min-w-0 flex-1">{t(`host.parts.${part}`)}</span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-soft rail:hidden" />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Runs the server without a terminal. Others than hosts see the page that nothing is there. */
export function ServerScreen({ part }: { part: string | undefined }) {
  const { t } = useTranslation();
  const { host } = useViewer();
  const beside = useMedia('(min-width: 43.75rem)');
  const shown = partNames.find((each) => each === (part ?? (beside ? 'overview' : undefined)));
  if (!host || (part !== undefined && !shown)) return <Navigate to="/404" replace />;
  const name = shown ? t(`host.parts.${shown}`) : t('host.title');
  const Content = shown && contents[shown];
  return (
    <div className="mx-auto flex max-w-255 rail:gap-8 rail:px-6 rail:py-8 wide:gap-12">
      <title>{t('common.pageTitle', { page: name })}</title>
      {(beside || !shown) && <PartList shown={shown} />}
      {Content && (
        <div className="flex max-w-160 min-w-0 flex-1 flex-col gap-6 px-4 py-5 rail:p-0">
          <h1 className="text-28 font-bold tracking-tight">{name}</h1>
          <Content />
        </div>
      )}
    </div>
  );
}
