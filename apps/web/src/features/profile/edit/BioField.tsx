import { maxLengths } from '@kith/contracts/lengths';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import { edgeOf, Field, inputStyle } from '../../../ui/Field.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';

interface Props {
  value: string;
  onChange: (value: string) => void;
}

export function BioField({ value, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const left = maxLengths.bio - value.length;
  return (
    <Field
      id={id}
      label={t('editProfile.bio')}
      aside={
        <span aria-hidden className={cx('text-13 tabular-nums', left < 20 ? 'font-semibold text-danger' : 'text-soft')}>
          {value.length}/{maxLengths.bio}
        </span>
      }
    >
      <TextArea
        id={id}
        value={value}
        maxLength={maxLengths.bio}
        onChange={(event) => onChange(event.target.value)}
        className={cx(inputStyle, 'max-h-48 min-h-24 py-2.5', edgeOf())}
      />
    </Field>
  );
}
