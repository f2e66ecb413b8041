import { maxLengths } from '@kith/contracts/lengths';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/Field.tsx';

interface Props {
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** The name by which others call the member, in any script. */
export function NameField({ value, error, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('editProfile.name')}
      error={error}
      name="nickname"
      autoComplete="nickname"
      dir="auto"
      maxLength={maxLengths.displayName}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
