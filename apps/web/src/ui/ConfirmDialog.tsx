import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface Props {
  title: string;
  question: string;
  yes: string;
  busy?: boolean;
  onYes: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, question, yes, busy = false, onYes, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={title}
      size="small"
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button look="danger" busy={busy} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      <p className="px-5 py-6 text-17">{question}</p>
    </Dialog>
  );
}
