import Languages from 'lucide-react/icons/languages';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, currentLanguage, type Language, languages } from '../../i18n/index.ts';
import { languageNames } from '../../i18n/names.ts';
import { Select } from '../../ui/Select.tsx';

export function LanguageRow() {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="flex min-h-12 items-center gap-4 rounded-card px-2">
      <Languages aria-hidden className="size-5.5 shrink-0 text-soft" />
      <label htmlFor={id} className="flex-1 text-17">
        {t('settings.language')}
      </label>
      <Select
        id={id}
        value={currentLanguage()}
        onChange={(event) => void changeLanguage(event.target.value as Language)}
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </Select>
    </div>
  );
}
