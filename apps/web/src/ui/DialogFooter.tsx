import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

interface Props {
  label: string;
  /** The id of the form that the button submits. */
  form?: string;
  /** What the button does in a dialog without a form. */
  onConfirm?: () => void;
  onCancel: () => void;
  busy?: boolean;
  disabled?: boolean;
  danger?: boolean;
}

/** The buttons of a dialog: one that cancels, and one that does what the dialog is about. */
export function DialogFooter({ label, form, onConfirm, onCancel, busy = false, disabled = false, danger }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Button variant="quiet" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button
        type={form ? 'submit' : 'button'}
        form={form}
        variant={danger ? 'danger' : 'primary'}
        busy={busy}
        disabled={disabled}
        onClick={onConfirm}
      >
        {label}
      </Button>
    </>
  );
}
