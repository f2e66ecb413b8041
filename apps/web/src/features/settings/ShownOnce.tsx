import Copy from 'lucide-react/icons/copy';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/copyText.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { toast } from '../../ui/toast.tsx';

interface Props {
  label: string;
  value: string;
  /** The label of the copy button. */
  copy: string;
}

/** A secret that the server shows only once, with a button to copy it. */
export function ShownOnce({ label, value, copy }: Props) {
  const { t } = useTranslation();
  const onCopy = async () => {
    if (await copyText(value)) toast(t('tokens.copied'), { variant: 'good' });
    else toast(t('tokens.notCopied'), { variant: 'bad' });
  };
  return (
    <div className="flex flex-col gap-3 rounded-card bg-sunken p-4">
      <TextField
        label={label}
        hint={t('tokens.once')}
        readOnly
        data-own
        value={value}
        onFocus={(event) => event.target.select()}
      />
      <Button variant="outline" onClick={() => void onCopy()}>
        <Copy aria-hidden className="size-4.5" />
        {copy}
      </Button>
    </div>
  );
}
