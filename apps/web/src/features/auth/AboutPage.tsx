import type { ServerView } from '@kith/contracts';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadApi } from '../../lib/loadApi.ts';
import { serverBrand } from '../../lib/serverBrand.ts';
import { hasViewer } from '../../lib/viewer.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { PersonName } from '../../ui/PersonName.tsx';
import { ServerPicture } from '../../ui/ServerPicture.tsx';
import { linkStyle } from './AuthPage.tsx';
import { TextPage, TextSection, textStyle } from './legal.tsx';

/** Who can read what, from those who read least to those who can read most. */
const readers = ['visitors', 'membersRead', 'moderatorsRead', 'hostsRead', 'machine'] as const;

/** Returns what the server says about itself: undefined while that is loading, null without a connection. */
function useServer(): ServerView | null | undefined {
  const [server, setServer] = useState<ServerView | null>();
  useEffect(() => {
    loadApi()
      .then((api) => api.server.get.query())
      .then(setServer, () => setServer(null));
  }, []);
  return server;
}

/** What hosts have written, who they are, and what holds on every server. */
function Words({ server }: { server: ServerView | null }) {
  const { t } = useTranslation();
  return (
    <>
      {server?.description && (
        <p data-own dir="auto" className="text-17 text-pretty wrap-anywhere whitespace-pre-wrap">
          {server.description}
        </p>
      )}
      {server?.rules && (
        <TextSection title={t('about.rules')}>
          <p data-own dir="auto" className={`${textStyle} wrap-anywhere whitespace-pre-wrap`}>
            {server.rules}
          </p>
        </TextSection>
      )}
      {server?.hosts && (
        <TextSection title={t('about.hosts')}>
          <ul data-own className="flex flex-col">
            {server.hosts.map((host) => (
              <li key={host.userId}>
                <Link
                  to="/user/$username"
                  params={{ username: host.userName }}
                  className="flex min-h-14 items-center gap-3 rounded-card font-semibold"
                >
                  <Avatar src={host.profilePicture} size={40} />
                  <span className="min-w-0">
                    <PersonName person={host} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </TextSection>
      )}
      <TextSection title={t('about.where')}>
        <p className={textStyle}>{t('about.whereText')}</p>
      </TextSection>
      <TextSection title={t('about.readers')}>
        <ul className={`flex list-disc flex-col gap-1.5 pl-5 ${textStyle}`}>
          {readers.map((reader) => (
            <li key={reader}>{t(`about.${reader}`)}</li>
          ))}
        </ul>
      </TextSection>
      <TextSection title={t('about.data')}>
        <p className={textStyle}>{t('about.dataText')}</p>
      </TextSection>
      <TextSection title={t('about.leave')}>
        <p className={textStyle}>{t('about.leaveText')}</p>
        {hasViewer() && (
          <Link to="/settings/{-$name}" className={`${linkStyle} self-start`}>
            {t('about.settings')}
          </Link>
        )}
      </TextSection>
      <div className="flex flex-wrap gap-x-5">
        <Link to="/terms" className={linkStyle}>
          {t('terms.heading')}
        </Link>
        <Link to="/privacy" className={linkStyle}>
          {t('policy.heading')}
        </Link>
      </div>
    </>
  );
}

/** What the server is, who runs it, and what happens to one's data, for visitors and members alike. */
export function AboutPage() {
  const { t } = useTranslation();
  const server = useServer();
  const { name, pictureUrl } = server ?? serverBrand();
  return (
    <TextPage title={t('about.title')}>
      <div className="flex items-center gap-4">
        <ServerPicture src={pictureUrl} size={96} />
        <div className="min-w-0">
          <h1 data-own dir="auto" className="text-28 font-bold tracking-tight text-balance">
            {name}
          </h1>
          {typeof server?.members === 'number' && (
            <p className="text-15 text-soft">
              {/* The server rounds numbers from 10 on down to tens. */}
              {t(server.members < 10 ? 'about.members' : 'about.manyMembers', { count: server.members })}
            </p>
          )}
        </div>
      </div>
      {/* All of it at once, so that nothing moves. */}
      {server !== undefined && <Words server={server} />}
    </TextPage>
  );
}
