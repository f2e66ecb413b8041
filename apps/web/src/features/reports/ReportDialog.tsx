import { maxLengths } from '@kith/contracts/lengths';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { closeDialog, type ReportTarget } from '../../lib/openDialog.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { edgeOf, Field, FormMessage, inputStyle } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { toast } from '../../ui/toast.tsx';

const reasons = ['spam', 'harassment', 'nudity', 'violence', 'other'] as const;
type Reason = (typeof reasons)[number];

interface ReasonsProps {
  value: Reason | undefined;
  onChange: (value: Reason) => void;
}

function Reasons({ value, onChange }: ReasonsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-15 font-medium">{t('reports.why')}</legend>
      {reasons.map((reason) => (
        <label
          key={reason}
          className="flex min-h-12 cursor-pointer items-center gap-3 rounded-card border border-edge px-3 text-17 transition-colors hover:bg-sunken has-checked:border-accent-text has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
        >
          <input
            type="radio"
            name={id}
            checked={value === reason}
            onChange={() => onChange(reason)}
            className="size-4.5 shrink-0 outline-none"
          />
          {t(`reports.${reason}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** Reports a post, comment or member to the moderators, with a reason and a note. */
export default function ReportDialog({ reported }: { reported: ReportTarget }) {
  const { t } = useTranslation();
  const id = useId();
  const [reason, setReason] = useState<Reason>();
  const [words, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const send = async () => {
    if (!reason) return setError(t('reports.chooseReason'));
    setBusy(true);
    try {
      await api.reports.create.mutate({ ...reported, reason, note: words });
      toast(t('reports.sent'), { variant: 'good' });
      closeDialog();
    } catch (failure) {
      setError(failureText(failure));
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t(`reports.${reported.kind}`)}
      onClose={closeDialog}
      footer={
        <>
          <Button variant="quiet" onClick={closeDialog}>
            {t('common.cancel')}
          </Button>
          <Button busy={busy} onClick={() => void send()}>
            {t('reports.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5 px-5 py-6">
        <p className="text-15 text-pretty text-soft">{t('reports.lead')}</p>
        <Reasons
          value={reason}
          onChange={(next) => {
            setReason(next);
            setError(undefined);
          }}
        />
        <Field id={id} label={t('reports.words')}>
          <TextArea
            id={id}
            value={words}
            maxLength={maxLengths.report}
            onChange={(event) => setNote(event.target.value)}
            className={cx(inputStyle, 'max-h-48 min-h-24 py-2.5', edgeOf())}
          />
        </Field>
        <FormMessage text={error} />
      </div>
    </Dialog>
  );
}
