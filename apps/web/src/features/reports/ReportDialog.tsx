import { maxLengths } from '@kith/contracts/lengths';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure.ts';
import { closeDialog, type ReportTarget } from '../../lib/openDialog.ts';
import { trpc } from '../../lib/trpc.ts';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFooter } from '../../ui/DialogFooter.tsx';
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
  const [missing, setMissing] = useState(false);
  const { mutate, isPending, error, reset } = trpc.reports.create.useMutation({
    onSuccess: () => {
      toast(t('reports.sent'), { variant: 'good' });
      closeDialog();
    },
  });
  const send = () => {
    setMissing(!reason);
    if (reason) mutate({ ...reported, reason, note: words });
  };

  return (
    <Dialog
      title={t(`reports.${reported.kind}`)}
      onClose={closeDialog}
      footer={<DialogFooter label={t('reports.send')} busy={isPending} onConfirm={send} onCancel={closeDialog} />}
    >
      <div className="flex flex-col gap-5 px-5 py-6">
        <p className="text-15 text-pretty text-soft">{t('reports.lead')}</p>
        <Reasons
          value={reason}
          onChange={(next) => {
            setReason(next);
            setMissing(false);
            if (error) reset();
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
        <FormMessage text={missing ? t('reports.chooseReason') : error && failureText(error)} />
      </div>
    </Dialog>
  );
}
