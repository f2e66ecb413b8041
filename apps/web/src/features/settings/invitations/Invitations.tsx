import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../ui/Select.tsx';
import { InviteButtons } from '../../people/InviteButtons.tsx';
import { useInvitation } from '../../people/useInvitation.ts';
import { JoinedByInvitation } from './JoinedByInvitation.tsx';

const choices = { uses: [1, 5, 10, 25], days: [1, 7, 30] } as const;

interface ChoiceProps {
  name: keyof typeof choices;
  value: number;
  onChoose: (value: number) => void;
}

function Choice({ name, value, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="col-span-2 grid min-h-12 grid-cols-subgrid items-center">
      <label htmlFor={id} className="text-15 font-medium">
        {t(`invitations.${name}`)}
      </label>
      <Select stretched id={id} value={value} onChange={(event) => onChoose(Number(event.target.value))}>
        {choices[name].map((count) => (
          <option key={count} value={count}>
            {t(`invitations.${name}Count`, { count })}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** Invites friends by a link or a QR code, and lists who came by it. `open` are the open invitations. */
export function Invitations({ open }: { open?: ReactNode }) {
  const { t } = useTranslation();
  const [terms, setTerms] = useState({ uses: 10, days: 30 });
  const { own, busy, link } = useInvitation(terms);
  return (
    <>
      <p className="text-15 text-pretty text-soft">{t('invitations.lead')}</p>
      {own && (
        <div className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
          <Choice name="uses" value={terms.uses} onChoose={(uses) => setTerms({ ...terms, uses })} />
          <Choice name="days" value={terms.days} onChoose={(days) => setTerms({ ...terms, days })} />
        </div>
      )}
      {/* The key forgets a code that is shown for other terms. */}
      <InviteButtons key={`${terms.uses} ${terms.days}`} busy={busy} link={link} />
      <JoinedByInvitation />
      {own && open}
    </>
  );
}
