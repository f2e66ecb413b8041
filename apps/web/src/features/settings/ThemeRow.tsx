import Moon from 'lucide-react/icons/moon';
import { useTranslation } from 'react-i18next';
import { chooseTheme, useTheme } from '../../theme/useTheme.ts';
import { cx } from '../../ui/cx.ts';

export function ThemeRow() {
  const { t } = useTranslation();
  const dark = useTheme() === 'dark';
  return (
    <button
      type="button"
      role="switch"
      aria-checked={dark}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
      className="flex min-h-12 items-center gap-4 rounded-card px-2 text-left text-17 transition-colors hover:bg-sunken"
    >
      <Moon aria-hidden className="size-5.5 shrink-0 text-soft" />
      <span className="flex-1">{t('settings.darkMode')}</span>
      <span
        aria-hidden
        className={cx(
          'flex h-7 w-12 items-center rounded-full border px-0.75 transition-colors',
          dark ? 'border-accent bg-accent' : 'border-edge bg-surface',
        )}
      >
        <span
          className={cx(
            'size-5 rounded-full transition-transform duration-150',
            dark ? 'translate-x-5 bg-accent-ink' : 'bg-edge',
          )}
        />
      </span>
    </button>
  );
}
