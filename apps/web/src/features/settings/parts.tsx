import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Popup } from '../../lib/popupSearch.ts';
import { Button } from '../../ui/Button.tsx';

export type HelpTopic = Extract<Popup, 'help' | 'contact' | 'terms'>;

/** The popups that belong to the settings. */
export type SettingsPopup = Exclude<Popup, 'compose' | 'friends' | 'followers' | 'following'>;

export interface SettingsPopupProps {
  name: SettingsPopup;
  /** Whether another popup, which was opened from this one, covers it. */
  covered: boolean;
}

/** A note that says where the entered data is stored. */
export function LocalNote({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-3 rounded-card bg-sunken px-4 py-3 text-15 text-pretty text-soft">
      <Lock aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      {children}
    </p>
  );
}

interface Props {
  /** The id of the form that the button submits. */
  form: string;
  label: string;
  busy?: boolean;
  onCancel: () => void;
}

export function FormFooter({ form, label, busy = false, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Button variant="quiet" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" form={form} busy={busy}>
        {label}
      </Button>
    </>
  );
}
