import { type ComponentType, useState } from 'react';
import { usePopup } from '../../lib/popups.ts';
import { DeleteAccountDialog } from '../account-deletion/DeleteAccountDialog.tsx';
import { AlertsDialog } from './AlertsDialog.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { PersonalDialog } from './PersonalDialog.tsx';
import type { SettingsPopup, SettingsPopupProps } from './parts.tsx';
import { PrivacyDialog } from './privacy/PrivacyDialog.tsx';
import { EditProfileDialog } from './profile/EditProfileDialog.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';

/** The popups from the first one opened up to the one on top; going back to an earlier one drops those above it. */
export function usePopupStack<T>(top: T): T[] {
  const [stack, setStack] = useState([top]);
  if (stack.at(-1) === top) return stack;
  const at = stack.indexOf(top);
  const next = at < 0 ? [...stack, top] : stack.slice(0, at + 1);
  setStack(next);
  return next;
}

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
