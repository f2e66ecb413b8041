import Languages from 'lucide-react/icons/languages';
import LogOut from 'lucide-react/icons/log-out';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useId } from 'react';
import { changeLanguage, currentLanguage, type Language, languages } from '../../i18n/index.ts';
import { languageNames } from '../../i18n/names.ts';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { usePopup } from '../../lib/popups.ts';
import { chooseTheme, useTheme } from '../../theme/useTheme.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { SettingsGroup } from './SettingsGroup.tsx';
import { SettingsRow } from './SettingsRow.tsx';
import { useLogOut } from './useLogOut.ts';

export default function SettingsDialog() {
  const { t } = useTranslation();
  const { close } = usePopup();
  const theme = useTheme();
  const dark = theme === 'dark';
  const logOut = useLogOut();
  const language = useId();
  return (
    <Dialog title={t('settings.title')} onClose={close}>
      <div className="flex flex-col gap-6 p-3">
        <SettingsGroup title={t('settings.preferences')}>
          <div className="flex min-h-13 items-center gap-4 rounded-card px-3">
            <Languages aria-hidden className="size-5.5 text-soft" />
            <label htmlFor={language} className="flex-1 text-17">
              {t('settings.language')}
            </label>
            <select
              id={language}
              value={currentLanguage()}
              onChange={(event) => void changeLanguage(event.target.value as Language)}
              className="min-h-11 rounded-full border border-edge bg-surface px-3 text-15 font-medium"
            >
              {languages.map((each) => (
                <option key={each} value={each} lang={each}>
                  {languageNames[each]}
                </option>
              ))}
            </select>
          </div>
          <SettingsRow
            icon={dark ? Sun : Moon}
            label={dark ? t('settings.lightMode') : t('settings.darkMode')}
            onSelect={() => chooseTheme(dark ? 'light' : 'dark')}
          />
        </SettingsGroup>
        <SettingsGroup>
          <SettingsRow icon={LogOut} label={t('settings.logOut')} danger onSelect={() => void logOut()} />
        </SettingsGroup>
      </div>
    </Dialog>
  );
}
