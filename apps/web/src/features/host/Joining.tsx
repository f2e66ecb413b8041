import DoorClosed from 'lucide-react/icons/door-closed';
import DoorOpen from 'lucide-react/icons/door-open';
import Ticket from 'lucide-react/icons/ticket';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { Invitations } from '../settings/invitations/Invitations.tsx';
import { AllInvitations } from './AllInvitations.tsx';
import { NotLoaded, Section } from './Section.tsx';
import { SelectRow } from './SelectRow.tsx';
import { useServerSettings } from './useServerSettings.ts';

export const signUpModes = [
  { value: 'open', icon: DoorOpen },
  { value: 'invitation', icon: Ticket },
  { value: 'closed', icon: DoorClosed },
] as const;

/** How many people each member may invite at a time, as offered here. */
const offered = [0, 1, 5, 10, 20, 50, 100];

/** Who may become a member, the host's own invitations, and those of all. */
export function Joining() {
  const { t } = useTranslation();
  const { settings, isError, refetch, choose, fixed } = useServerSettings();
  if (!settings) return <NotLoaded failed={isError} onRetry={refetch} />;
  const { signUp, memberInvitations, announceJoins } = settings;
  return (
    <>
      <ChoiceField
        legend={t('host.joining.who')}
        {...fixed('signUp', t(`host.joining.${signUp}Note`))}
        options={signUpModes.map((each) => ({ ...each, label: t(`host.joining.${each.value}`) }))}
        value={signUp}
        onChange={(next) => void choose({ signUp: next })}
      />
      <div className="-mx-2 flex flex-col gap-3">
        <SelectRow
          label={t('host.joining.limit')}
          {...fixed('memberInvitations', t('host.joining.limitNote'))}
          value={memberInvitations}
          offered={offered}
          nameOf={(count) => (count === 0 ? t('host.joining.none') : t('host.joining.people', { count }))}
          onChange={(next) => void choose({ memberInvitations: next })}
        />
        <SwitchRow
          label={t('host.joining.announce')}
          {...fixed('announceJoins')}
          checked={announceJoins}
          onChange={(next) => void choose({ announceJoins: next })}
        />
      </div>
      {signUp !== 'closed' && (
        <Section title={t('invitations.title')}>
          <Invitations />
        </Section>
      )}
      <AllInvitations />
    </>
  );
}
