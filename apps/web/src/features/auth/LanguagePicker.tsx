import { changeLanguage, currentLanguage, languages } from '../../i18n/index.ts';
import { languageNames } from '../../i18n/names.ts';
import { cx } from '../../ui/cx.ts';

export function LanguagePicker() {
  const current = currentLanguage();
  return (
    <div className="flex justify-center gap-1 text-13">
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          onClick={() => void changeLanguage(language)}
          className={cx(
            'min-h-11 min-w-11 rounded-full px-3',
            language === current ? 'font-semibold text-ink' : 'text-soft hover:text-ink',
          )}
        >
          {languageNames[language]}
        </button>
      ))}
    </div>
  );
}
