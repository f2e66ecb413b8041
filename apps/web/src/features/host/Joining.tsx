import DoorClosed from 'lucide-react/icons/door-closed';
import DoorOpen from 'lucide-react/icons/door-open';
import Ticket from 'lucide-react/icons/ticket';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import { Select } from '../../ui/Select.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { Invitations } from '../settings/invitations/Invitations.tsx';
import { AllInvitations } from './AllInvitations.tsx';
import { Pending, Section } from './Section.tsx';
import { useServerSettings } from './useServerSettings.ts';

export const signUpModes = [
  { value: 'open', icon: DoorOpen },
  { value: 'invitation', icon: Ticket },
  { value: 'closed', icon: DoorClosed },
] as const;

/** How many people each member may invite at a time, as offered here. The environment may set another number. */
const offered = [0, 1, 5, 10, 20, 50, 100];

/** Who may become a member, the host's own invitations, and those of all. */
export function Joining() {
  const { t } = useTranslation();
  const id = useId();
  const { settings, isError, refetch, choose, fixed } = useServerSettings();
  if (!settings) return <Pending failed={isError} onRetry={refetch} />;
  const { signUp, memberInvitations, announceJoins } = settings;
  const limit = fixed('memberInvitations', t('host.joining.limitNote'));
  const numbers = [...new Set([...offered, memberInvitations])].sort((a, b) => a - b);
  return (
    <>
      <ChoiceField
        legend={t('host.joining.who')}
        {...fixed('signUp', t(`host.joining.${signUp}Note`))}
        options={signUpModes.map((each) => ({ ...each, label: t(`host.joining.${each.value}`) }))}
        value={signUp}
        onChange={(next) => void choose({ signUp: next })}
      />
      <div className="-mx-2 flex flex-col gap-1">
        <div className="flex min-h-12 items-center gap-4 px-2">
          <span className="flex min-w-0 flex-1 flex-col">
            <label htmlFor={id} className="text-17">
              {t('host.joining.limit')}
            </label>
            <span id={`${id}-note`} className="text-13 text-pretty text-soft">
              {limit.note}
            </span>
          </span>
          <Select
            id={id}
            aria-describedby={`${id}-note`}
            value={memberInvitations}
            disabled={limit.disabled}
            onChange={(event) => void choose({ memberInvitations: Number(event.target.value) })}
          >
            {numbers.map((count) => (
              <option key={count} value={count}>
                {count === 0 ? t('host.joining.none') : t('host.joining.people', { count })}
              </option>
            ))}
          </Select>
        </div>
        <SwitchRow
          label={t('host.joining.announce')}
          {...fixed('announceJoins', t('host.joining.announceNote'))}
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
