import { useTranslation } from 'react-i18next';
import { memberKey } from '../../lib/member.ts';
import { usePopup } from '../../lib/popups.ts';
import { toast } from '../../ui/toast.tsx';

const keyOf = (name: string): string => memberKey(`settings.${name}`);

export interface PersonalInformation {
  firstName: string;
  lastName: string;
  birthDate: string;
}

interface LocalSettings {
  personal: PersonalInformation;
}

const defaults: LocalSettings = {
  personal: { firstName: '', lastName: '', birthDate: '' },
};

/** Reads a setting that is stored only in this browser. */
export function readLocal<N extends keyof LocalSettings>(name: N): LocalSettings[N] {
  try {
    return { ...defaults[name], ...JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}') };
  } catch {
    return defaults[name];
  }
}

/** Stores a setting in this browser. Returns false if the browser's storage is unavailable. */
function writeLocal<N extends keyof LocalSettings>(name: N, value: LocalSettings[N]): boolean {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns a function that stores a setting in this browser, shows a message and closes the popup. If storing fails, the popup
 * stays open.
 */
export function useSaveLocal(): typeof writeLocal {
  const { t } = useTranslation();
  const { close } = usePopup();
  return (name, value) => {
    const stored = writeLocal(name, value);
    toast(stored ? t('settings.saved') : t('settings.notSaved'), { variant: stored ? 'good' : 'bad' });
    if (stored) close();
    return stored;
  };
}
