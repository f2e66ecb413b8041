import { maxLengths } from '@kith/contracts/lengths';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import type { ModerationCase } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { PersonName } from '../../ui/PersonName.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useDecisions } from './useDecisions.ts';

type ReportedContentProps = Pick<
  ModerationCase,
  'kind' | 'author' | 'text' | 'imageUrl' | 'videoUrl' | 'voiceUrl' | 'moreImages'
>;

interface ReportedVideoProps {
  imageUrl: string;
  videoUrl: string;
  alt: string | null;
}

function ReportedVideo({ imageUrl, videoUrl, alt }: ReportedVideoProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useMediaCaption: members add no captions.
    <video
      src={videoUrl}
      poster={imageUrl}
      aria-label={alt ?? t('video.title')}
      controls
      playsInline
      preload="none"
      className="h-64 max-w-full self-start rounded-card bg-sunken"
    />
  );
}

/** The reported post, comment, message or profile, as it was when it was first reported. */
export function ReportedContent({
  kind,
  author,
  text,
  imageUrl,
  videoUrl,
  voiceUrl,
  moreImages,
}: ReportedContentProps) {
  const { t } = useTranslation();
  const first = imageUrl && kind !== 'user' ? [{ imageUrl, videoUrl, alt: null }] : [];
  return (
    <>
      <p className="flex items-center gap-3">
        <Avatar src={author.profilePicture} size={40} />
        <span className="min-w-0">
          <Link
            to="/user/$username"
            params={{ username: author.userName }}
            data-own
            className="block font-semibold underline-offset-4 hover:underline"
          >
            <PersonName person={author} />
          </Link>
          <span className="text-13 text-soft">{t(`moderation.${kind}`)}</span>
        </span>
      </p>
      {text && (
        <p data-own className="rounded-card bg-sunken px-4 py-3 text-15 break-words whitespace-pre-wrap">
          {text}
        </p>
      )}
      {voiceUrl && (
        // biome-ignore lint/a11y/useMediaCaption: members add no captions.
        <audio src={voiceUrl} aria-label={t('voice.title')} controls preload="none" className="max-w-full" />
      )}
      {[...first, ...moreImages].map((picture) =>
        picture.videoUrl ? (
          <ReportedVideo key={picture.imageUrl} {...picture} videoUrl={picture.videoUrl} />
        ) : (
          <img
            key={picture.imageUrl}
            src={picture.imageUrl}
            alt={picture.alt ?? t('moderation.picture')}
            loading="lazy"
            className="h-64 max-w-full self-start rounded-card object-contain object-left"
          />
        ),
      )}
    </>
  );
}

type ReportSummaryProps = Pick<ModerationCase, 'reports' | 'reportsCount' | 'createdAt' | 'earlier'>;

/** The reports of a case, the time of the first, and earlier decisions about the author. */
function ReportSummary({ reports, reportsCount, createdAt, earlier }: ReportSummaryProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-1 text-15">
      <p>
        <span className="font-medium">{t('moderation.reports', { count: reportsCount })}</span>{' '}
        <span className="text-13 text-soft">
          <TimeAgo at={createdAt} />
        </span>
      </p>
      <ul className="flex flex-col gap-1">
        {reports.map(({ reason, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: new reports of a case are only added at the end.
          <li key={index}>
            <span className="text-soft">{t(`reports.${reason}`)}</span>
            {note && <span data-own>{` – ${note}`}</span>}
          </li>
        ))}
      </ul>
      {earlier.length > 0 && (
        <p className="text-13 text-soft">
          {t('moderation.earlier')}{' '}
          {earlier.map(({ kind, outcome }) => `${t(`moderation.${kind}`)}: ${t(`moderation.${outcome}`)}`).join(' · ')}
        </p>
      )}
    </div>
  );
}

export function CaseCard({ shown }: { shown: ModerationCase }) {
  const { t } = useTranslation();
  const { busy, send } = useDecisions();
  const [note, setNote] = useState('');
  const { caseId, kind } = shown;
  const decide = (outcome: 'dismissed' | 'hidden' | 'disabled') => () =>
    send(() => api.moderation.decide.mutate({ caseId, outcome, note }));
  return (
    <article className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4">
      <ReportedContent {...shown} />
      <ReportSummary {...shown} />
      <TextField
        label={t('moderation.note')}
        hint={t('moderation.noteHint')}
        value={note}
        maxLength={maxLengths.report}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" busy={busy} onClick={decide('dismissed')}>
          {t('moderation.dismiss')}
        </Button>
        {(kind === 'post' || kind === 'comment') && (
          <Button busy={busy} onClick={decide('hidden')}>
            {t('moderation.hide')}
          </Button>
        )}
        <Button variant="danger" busy={busy} onClick={decide('disabled')}>
          {t('moderation.disable')}
        </Button>
      </div>
    </article>
  );
}
