import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

interface Props {
  /** The id of the form that the button submits. */
  form: string;
  label: string;
  busy?: boolean;
  onCancel: () => void;
}

/** The buttons below a form in a dialog. */
export function FormFooter({ form, label, busy = false, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Button variant="quiet" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" form={form} busy={busy}>
        {label}
      </Button>
    </>
  );
}
