import { Link } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePopup, usePopupSearch } from '../../lib/popups.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { linkStyle } from '../auth/AuthPage.tsx';
import { EditProfileDialog } from '../profile/edit/EditProfileDialog.tsx';
import { BlockedDialog } from './BlockedDialog.tsx';
import { CalendarDialog } from './CalendarDialog.tsx';
import { CloseFriendsDialog } from './CloseFriendsDialog.tsx';
import { ContactPeople } from './ContactPeople.tsx';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';
import { DevicesDialog } from './DevicesDialog.tsx';
import { ImportDialog } from './import/ImportDialog.tsx';
import { InvitationsDialog } from './invitations/InvitationsDialog.tsx';
import { NotificationSettingsDialog } from './notifications/NotificationSettingsDialog.tsx';
import { PersonalDialog } from './PersonalDialog.tsx';
import type { HelpTopic, SettingsPopup, SettingsPopupProps } from './parts.tsx';
import { PrivacyDialog } from './privacy/PrivacyDialog.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { SecondFactorDialog } from './second-factor/SecondFactorDialog.tsx';
import { TokensDialog } from './tokens/TokensDialog.tsx';
import { WebhooksDialog } from './webhooks/WebhooksDialog.tsx';

const helpSections = {
  help: ['who', 'find', 'password', 'leave'],
  contact: ['people', 'tell', 'secret'],
  terms: ['yours', 'kept', 'kind', 'asItIs'],
} as const;

/** A short help text, written for a community that runs its own server. */
export function HelpDialog({ name, covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const topic = name as HelpTopic;
  const titles = { help: t('settings.helpCenter'), contact: t('settings.contact'), terms: t('settings.terms') };
  return (
    <Dialog title={titles[topic]} screen covered={covered} onClose={close}>
      <div className="flex flex-col gap-6 px-5 py-6">
        {helpSections[topic].map((part) => (
          <section key={part} className="flex flex-col gap-1">
            <h3 className="text-17 font-semibold text-balance">{t(`${topic}.${part}` as 'help.who')}</h3>
            <p className="text-15 text-pretty text-soft">{t(`${topic}.${part}Text` as 'help.whoText')}</p>
            {part === 'people' && <ContactPeople />}
          </section>
        ))}
        {topic === 'terms' && (
          <Link to="/privacy" className={`${linkStyle} self-start`}>
            {t('settings.policy')}
          </Link>
        )}
      </div>
    </Dialog>
  );
}

/** Returns the open popups, from the first to the one on top. Going back to an earlier popup closes those above it. */
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
  notifications: NotificationSettingsDialog,
  'delete-account': DeleteAccountDialog,
  help: HelpDialog,
  contact: HelpDialog,
  terms: HelpDialog,
  invitations: InvitationsDialog,
  tokens: TokensDialog,
  webhooks: WebhooksDialog,
  'second-factor': SecondFactorDialog,
  'close-friends': CloseFriendsDialog,
  devices: DevicesDialog,
  blocked: BlockedDialog,
  import: ImportDialog,
  calendar: CalendarDialog,
};

/** Shows the popup on top. The popups below it stay mounted, so that they keep their input and can restore the focus. */
export default function SettingsPopups() {
  const { popup } = usePopupSearch();
  const stack = usePopupStack(popup as SettingsPopup);
  return stack.map((name, index) => {
    const Shown = dialogs[name];
    return <Shown key={name} name={name} covered={index < stack.length - 1} />;
  });
}
