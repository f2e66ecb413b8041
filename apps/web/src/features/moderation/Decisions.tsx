import { useTranslation } from 'react-i18next';
import { postDate, timeAgo } from '../../i18n/dates.ts';
import { api } from '../../lib/api.ts';
import type { ModerationEntry } from '../../lib/types.ts';
import { Button } from '../../ui/Button.tsx';
import { useDecisions } from './useDecisions.ts';

function Decision({ entry }: { entry: ModerationEntry }) {
  const { t } = useTranslation();
  const { busy, send } = useDecisions();
  const { caseId, kind, author, action, note, moderatorName, at, undoable } = entry;
  const undo = () => void send(() => api.moderation.undo.mutate({ caseId, note: '' }));
  return (
    <li className="flex items-center gap-4 border-t border-line py-3">
      <div className="min-w-0 flex-1 text-15">
        <p>
          <strong className="font-semibold">{t(`moderation.${action}`)}</strong>{' '}
          <span className="text-soft">
            {t(`moderation.${kind}`)}, <span data-own>{author.userName}</span>
          </span>
        </p>
        {note && (
          <p data-own className="break-words">
            {note}
          </p>
        )}
        <p className="text-13 text-soft">
          <span data-own>{moderatorName}</span>{' '}
          <time dateTime={at} title={postDate(at)}>
            {timeAgo(at, { dated: true })}
          </time>
        </p>
      </div>
      {undoable && (
        <Button small look="quiet" busy={busy} onClick={undo}>
          {t('moderation.undo')}
        </Button>
      )}
    </li>
  );
}

/** The log, newest first. An entry is never changed; taking a decision back adds one. */
export function Decisions({ entries, more }: { entries: ModerationEntry[]; more: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="moderation-log" className="flex flex-col gap-2">
      <h2 id="moderation-log" className="text-21 font-semibold">
        {t('moderation.log')}
      </h2>
      <ul>
        {entries.map((entry) => (
          <Decision key={entry.entryId} entry={entry} />
        ))}
      </ul>
      {more && (
        <Button look="quiet" onClick={more}>
          {t('common.more')}
        </Button>
      )}
    </section>
  );
}
