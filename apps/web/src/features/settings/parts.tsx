import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import type { Popup } from '../../lib/popupSearch.ts';

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
