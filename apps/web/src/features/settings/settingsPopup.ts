import type { Popup } from '../../lib/popups.ts';

export type HelpTopic = Extract<Popup, 'help' | 'contact' | 'terms'>;

/** The popups that belong to the settings; each opens from another one of them. */
export type SettingsPopup = Exclude<Popup, 'compose' | 'friends' | 'followers' | 'sample-post' | 'following'>;

export interface SettingsPopupProps {
  name: SettingsPopup;
  /** Another one, opened from this one, lies over it. */
  covered: boolean;
}
