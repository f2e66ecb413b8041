import Ban from 'lucide-react/icons/ban';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Flag from 'lucide-react/icons/flag';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openReport, type ReportTarget } from '../../lib/openDialog.ts';
import type { Member } from '../../lib/types.ts';
import type { MenuItem } from '../../ui/Menu.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { unhidePerson } from './blockCache.ts';

const MuteDialog = lazy(() => import('./MuteDialog.tsx'));
const BlockDialog = lazy(() => import('./BlockDialog.tsx'));

/** Returns the menu entries to report, mute and block a member, and the dialog that a chosen entry has opened. */
export function usePersonActions(
  person: Member & { mutedByMe?: boolean },
  reported: ReportTarget,
): { items: MenuItem[]; dialog: ReactNode } {
  const { t } = useTranslation();
  const [openDialog, setOpenDialog] = useState<'mute' | 'block' | null>(null);
  const name = nameOf(person);
  const Dialog = openDialog === 'mute' ? MuteDialog : BlockDialog;
  return {
    items: [
      person.mutedByMe
        ? { label: t('blocks.unmuteNamed', { name }), icon: Eye, onSelect: () => void unhidePerson('unmute', person) }
        : { label: t('blocks.mute', { name }), icon: EyeOff, opens: true, onSelect: () => setOpenDialog('mute') },
      { label: t(`reports.${reported.kind}`), icon: Flag, opens: true, onSelect: () => openReport(reported) },
      {
        label: t('blocks.block', { name }),
        icon: Ban,
        opens: true,
        onSelect: () => setOpenDialog('block'),
        danger: true,
      },
    ],
    dialog: openDialog && (
      <Suspense fallback={null}>
        <Dialog person={person} onClose={() => setOpenDialog(null)} />
      </Suspense>
    ),
  };
}

interface Props {
  person: Member & { mutedByMe?: boolean };
  /** Entries shown above the entries about the member. */
  first?: MenuItem[];
}

/** The menu about a member, shown on the member's page and in the chat with the member. */
export function PersonMenu({ person, first = [] }: Props) {
  const { t } = useTranslation();
  const { items, dialog } = usePersonActions(person, { kind: 'user', id: person.userId });
  return (
    <>
      <MoreMenu label={t('blocks.options', { name: nameOf(person) })} items={[...first, ...items]} />
      {dialog}
    </>
  );
}
