import type { ComponentType } from 'react';
import { usePopup } from '../../lib/popups.ts';
import { DeleteAccountDialog } from '../account-deletion/DeleteAccountDialog.tsx';
import { AlertsDialog } from './AlertsDialog.tsx';
import { EditProfileDialog } from './EditProfileDialog.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { PersonalDialog } from './PersonalDialog.tsx';
import { PrivacyDialog } from './PrivacyDialog.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import type { SettingsPopup, SettingsPopupProps } from './settingsPopup.ts';
import { usePopupStack } from './usePopupStack.ts';

const dialogs: Record<SettingsPopup, ComponentType<SettingsPopupProps>> = {
  settings: SettingsDialog,
  'edit-profile': EditProfileDialog,
  personal: PersonalDialog,
  privacy: PrivacyDialog,
  alerts: AlertsDialog,
  'delete-account': DeleteAccountDialog,
  help: HelpDialog,
  contact: HelpDialog,
  terms: HelpDialog,
};

/** Only the last one opened is seen; those below it stay, with what is typed in them and the control to go back to. */
export default function SettingsPopups() {
  const { popup } = usePopup();
  const stack = usePopupStack(popup as SettingsPopup);
  return stack.map((name, index) => {
    const Shown = dialogs[name];
    return <Shown key={name} name={name} covered={index < stack.length - 1} />;
  });
}
