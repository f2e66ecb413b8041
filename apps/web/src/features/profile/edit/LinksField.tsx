import { maxLengths, maxLinks } from '@kith/contracts/lengths';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/Field.tsx';

/** Converts the texts of the fields to URLs. Drops empty fields, and adds the scheme where the member omitted it. */
export const linksOf = (fields: readonly string[]): string[] =>
  fields
    .map((field) => field.trim())
    .filter((field) => field !== '')
    .map((field) => (/^[a-z][a-z\d+.-]*:/i.test(field) ? field : `https://${field}`));

interface Props {
  fields: string[];
  /** The error message for one link, and the index of that link in the result of `linksOf`. */
  error: { at: number; text: string } | undefined;
  onChange: (fields: string[]) => void;
}

/** A field for each link, and an empty field while more links are allowed. */
export function LinksField({ fields, error, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const shown = fields.at(-1)?.trim() !== '' && fields.length < maxLinks ? [...fields, ''] : fields;
  const places = shown.map((_, index) => linksOf(shown.slice(0, index)).length);
  return (
    <fieldset aria-describedby={id} className="flex flex-col gap-2">
      <legend className="pb-1.5 text-15 font-medium">{t('editProfile.links')}</legend>
      {shown.map((value, index) => (
        <TextField
          // The index can serve as the key, because fields are added only at the end and are not removed while the dialog is
          // open.
          key={String(index)}
          label={t('editProfile.link', { number: index + 1 })}
          hideLabel
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={maxLengths.link}
          value={value}
          error={value.trim() !== '' && error && error.at === places[index] ? error.text : undefined}
          onChange={(event) => onChange(shown.map((old, at) => (at === index ? event.target.value : old)))}
        />
      ))}
      <p id={id} className="text-13 text-pretty text-soft empty:hidden">
        {linksOf(fields).length > 0 && t('editProfile.linksHint')}
      </p>
    </fieldset>
  );
}
