import type { HostMember } from '@kith/contracts';
import { Link } from '@tanstack/react-router';
import KeyRound from 'lucide-react/icons/key-round';
import Server from 'lucide-react/icons/server';
import ServerOff from 'lucide-react/icons/server-off';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldOff from 'lucide-react/icons/shield-off';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { useTranslation } from 'react-i18next';
import { shortDay } from '../../../i18n/dates.ts';
import { fileSize } from '../../../i18n/sizes.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { cx } from '../../../ui/cx.ts';
import type { MenuItem } from '../../../ui/Menu.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { nameOf, PersonName } from '../../../ui/PersonName.tsx';
import type { ActionName } from './MemberDialog.tsx';

const icons = {
  disable: UserRoundX,
  enable: UserRoundCheck,
  resetLink: KeyRound,
  appointModerator: ShieldCheck,
  removeModerator: ShieldOff,
  appoint: Server,
  remove: ServerOff,
} as const;

/**
 * Returns what a host can do with a member. Hosts are moderators, so only another's role as host is changed. A disabled member gets no
 * role, and no link for a new password, nor does one who has no password.
 */
function actionsOn({ host, moderator, disabledAt, authProvider }: HostMember): ActionName[] {
  const removable = host ? (['remove'] as const) : moderator ? (['removeModerator'] as const) : [];
  if (disabledAt) return [...removable, 'enable'];
  return [
    ...(authProvider === 'google' ? [] : (['resetLink'] as const)),
    ...removable,
    ...(host || moderator ? [] : (['appointModerator'] as const)),
    ...(host ? [] : (['appoint'] as const)),
    'disable',
  ];
}

function Marks({ member: { host, moderator, disabledAt, emailConfirmed } }: { member: HostMember }) {
  const { t } = useTranslation();
  const marks = [
    disabledAt && 'disabled',
    host ? 'host' : moderator && 'moderator',
    !emailConfirmed && 'unconfirmed',
  ] as const;
  return marks.map(
    (mark) =>
      mark && (
        <span
          key={mark}
          className={cx(
            'rounded-full px-2 py-0.5 text-13 font-medium',
            mark === 'disabled' ? 'bg-danger-wash text-danger' : 'bg-sunken text-ink',
          )}
        >
          {t(`host.members.mark.${mark}`)}
        </span>
      ),
  );
}

interface Props {
  member: HostMember;
  onAction: (name: ActionName) => void;
}

export function MemberRow({ member, onAction }: Props) {
  const { t } = useTranslation();
  const { userId: me } = useViewer();
  const { userId, userName, email, lastSeen, storageBytes, invitedBy } = member;
  const items: MenuItem[] = actionsOn(member).map((name) => ({
    label: t(`host.actions.${name}`),
    icon: icons[name],
    danger: name === 'disable',
    opens: true,
    onSelect: () => onAction(name),
  }));
  // The day is in UTC: its noon falls on the same day in almost every time zone.
  const day = lastSeen && shortDay(`${lastSeen}T12:00:00Z`);
  return (
    <li className="relative flex items-start gap-3 rounded-card p-2 transition-colors hover:bg-sunken/50">
      <Avatar src={member.profilePicture} size={40} className="mt-1" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/user/$username"
            params={{ username: userName }}
            data-own
            className="block min-w-0 font-semibold before:absolute before:inset-0 before:rounded-card"
          >
            <PersonName person={member} />
          </Link>
          <Marks member={member} />
        </div>
        {email && (
          <p data-own className="truncate text-13 text-soft">
            {email}
          </p>
        )}
        <p className="text-13 text-soft">
          {day ? t('host.members.lastSeen', { day }) : t('host.members.neverSeen')} · {fileSize(storageBytes)}
          {invitedBy && (
            <>
              {' · '}
              {t('host.members.invitedBy')} <bdi data-own>{nameOf(invitedBy)}</bdi>
            </>
          )}
        </p>
      </div>
      {userId !== me && (
        <div className="relative">
          <MoreMenu label={t('host.members.options', { name: nameOf(member) })} items={items} />
        </div>
      )}
    </li>
  );
}
