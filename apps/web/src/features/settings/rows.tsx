import ChevronRight from 'lucide-react/icons/chevron-right';
import Languages from 'lucide-react/icons/languages';
import Moon from 'lucide-react/icons/moon';
import { type ComponentType, type ReactNode, type SVGProps, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, currentLanguage, type Language, languageNames, languages } from '../../i18n/index.ts';
import { chooseTheme, useTheme } from '../../theme/useTheme.ts';
import { cx } from '../../ui/cx.ts';
import { Select } from '../../ui/Select.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';

export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col">
      <h3 id={id} className="px-2 pb-1 text-13 font-semibold text-soft">
        {title}
      </h3>
      {children}
    </section>
  );
}

interface SettingsRowProps {
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  label: string;
  onSelect: () => void;
  /** Set if the row opens another popup. */
  leads?: boolean;
  danger?: boolean;
}

export function SettingsRow({ icon: Icon, label, onSelect, leads, danger }: SettingsRowProps) {
  return (
    <button
      type="button"
      onClick={onSelect}
      className={cx(
        'flex min-h-12 items-center gap-4 rounded-card px-2 py-1.5 rail:min-h-11 text-start text-17 leading-snug transition-colors hover:bg-sunken',
        danger && 'font-medium text-danger',
      )}
    >
      <Icon aria-hidden className={cx('size-5.5 shrink-0', !danger && 'text-soft')} />
      <span className="min-w-0 flex-1">{label}</span>
      {leads && <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />}
    </button>
  );
}

export function ThemeRow() {
  const { t } = useTranslation();
  const dark = useTheme() === 'dark';
  return (
    <SwitchRow
      icon={Moon}
      label={t('settings.darkMode')}
      checked={dark}
      onChange={() => chooseTheme(dark ? 'light' : 'dark')}
    />
  );
}

export function LanguageRow() {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="flex min-h-12 items-center gap-4 rounded-card px-2 rail:min-h-11">
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
