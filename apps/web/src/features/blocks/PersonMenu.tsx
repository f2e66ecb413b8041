import Ban from 'lucide-react/icons/ban';
import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import Flag from 'lucide-react/icons/flag';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '../../lib/types.ts';
import type { MenuItem } from '../../ui/Menu.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { askReport, type Reported } from '../reports/askReport.ts';
import { lift } from './blockCache.ts';

const MuteDialog = lazy(() => import('./MuteDialog.tsx'));
const BlockDialog = lazy(() => import('./BlockDialog.tsx'));

/** The menu entries to report, mute and block a member, and the dialog that one of them opened. */
export function useDistance(
  person: Member & { mutedByMe?: boolean },
  reported: Reported,
): { items: MenuItem[]; dialog: ReactNode } {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'mute' | 'block' | null>(null);
  const name = person.userName;
  const Asked = asked === 'mute' ? MuteDialog : BlockDialog;
  return {
    items: [
      person.mutedByMe
        ? { label: t('blocks.unmuteNamed', { name }), icon: Bell, onSelect: () => void lift('unmute', person) }
        : { label: t('blocks.mute', { name }), icon: BellOff, opens: true, onSelect: () => setAsked('mute') },
      { label: t(`reports.${reported.kind}`), icon: Flag, opens: true, onSelect: () => askReport(reported) },
      { label: t('blocks.block', { name }), icon: Ban, opens: true, onSelect: () => setAsked('block'), danger: true },
    ],
    dialog: asked && (
      <Suspense fallback={null}>
        <Asked person={person} onClose={() => setAsked(null)} />
      </Suspense>
    ),
  };
}

interface Props {
  person: Member & { mutedByMe?: boolean };
  /** Entries above those about the member. */
  first?: MenuItem[];
}

/** The menu about a member, on their page and in the chat with them. */
export function PersonMenu({ person, first = [] }: Props) {
  const { t } = useTranslation();
  const { items, dialog } = useDistance(person, { kind: 'user', id: person.userId });
  return (
    <>
      <MoreMenu label={t('blocks.options', { name: person.userName })} items={[...first, ...items]} />
      {dialog}
    </>
  );
}
