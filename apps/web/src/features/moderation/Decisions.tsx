import { maxLengths } from '@kith/contracts/lengths';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import type { ModerationEntry } from '../../lib/types.ts';
import { Button } from '../../ui/Button.tsx';
import { Form, TextField } from '../../ui/Field.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useDecisions } from './useDecisions.ts';

/** Asks for a note before a decision is reversed. The log then contains both decisions. */
function UndoForm({ caseId, onClose }: { caseId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { busy, send } = useDecisions();
  const [note, setNote] = useState('');
  return (
    <Form
      className="flex flex-col gap-3 pb-4"
      onSubmit={() => send(() => api.moderation.undo.mutate({ caseId, note }))}
    >
      <TextField
        label={t('moderation.note')}
        hint={t('moderation.noteHint')}
        value={note}
        maxLength={maxLengths.report}
        autoFocus
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" small busy={busy}>
          {t('moderation.undoYes')}
        </Button>
        <Button small variant="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}

function Decision({ entry }: { entry: ModerationEntry }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const { caseId, kind, author, action, note, moderatorName, at, undoable } = entry;
  return (
    <li className="border-t border-line">
      <div className="flex items-center gap-4 py-3">
        <div className="min-w-0 flex-1 text-15">
          <p>
            <strong className="font-semibold">{t(`moderation.${action}`)}</strong>{' '}
            <span className="text-soft">
              {t(`moderation.${kind}`)}, <bdi data-own>{nameOf(author)}</bdi>
            </span>
          </p>
          {note && (
            <p data-own className="break-words">
              {note}
            </p>
          )}
          <p className="text-13 text-soft">
            <span data-own>{moderatorName}</span> <TimeAgo at={at} />
          </p>
        </div>
        {undoable && !confirming && (
          <Button small variant="quiet" onClick={() => setConfirming(true)}>
            {t('moderation.undo')}
          </Button>
        )}
      </div>
      {undoable && confirming && <UndoForm caseId={caseId} onClose={() => setConfirming(false)} />}
    </li>
  );
}

/** The log of decisions, newest first. Entries are never changed: reversing a decision adds an entry. */
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
        <Button variant="quiet" onClick={more}>
          {t('common.more')}
        </Button>
      )}
    </section>
  );
}
