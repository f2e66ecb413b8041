import { maxLengths } from '@kith/contracts/lengths';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';
import { edgeOf, Field, inputStyle } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';

/** The field for the description of a picture or video. */
export function AltField({ alt, onChange }: { alt: string; onChange: (alt: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Field id={id} label={t('composer.alt')} hint={t('composer.altWhy')}>
      <TextArea
        id={id}
        aria-describedby={`${id}-note`}
        maxLength={maxLengths.alt}
        value={alt}
        onChange={(event) => onChange(event.target.value)}
        className={cx(inputStyle, edgeOf(), 'max-h-60 min-h-20 py-2.5')}
      />
    </Field>
  );
}
