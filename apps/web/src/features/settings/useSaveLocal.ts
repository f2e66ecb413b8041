import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { toast } from '../../ui/toast.ts';
import { writeLocal } from './localSettings.ts';

/** Keeps a setting in this browser, says so and closes the popup; when it cannot, the popup stays. */
export function useSaveLocal(): typeof writeLocal {
  const { t } = useTranslation();
  const { close } = usePopup();
  return (name, value) => {
    const kept = writeLocal(name, value);
    toast(kept ? t('settings.saved') : t('settings.notSaved'), { look: kept ? 'good' : 'bad' });
    if (kept) close();
    return kept;
  };
}
