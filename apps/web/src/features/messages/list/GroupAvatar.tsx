import UsersRound from 'lucide-react/icons/users-round';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { cx } from '../../../ui/cx.ts';
import { otherOf } from '../chat.ts';
import type { Chat } from '../message.ts';

const sizeClasses = { 40: 'size-10', 48: 'size-12', 96: 'size-24' };

interface Props {
  size: keyof typeof sizeClasses;
  /** The address of the group's picture, if the group has one. */
  src?: string | null | undefined;
}

/** The picture of a group, or an icon if it has none. */
export function GroupAvatar({ size, src }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const box = cx('shrink-0 overflow-hidden rounded-full bg-accent-wash text-accent-text', sizeClasses[size]);
  if (src && src !== broken)
    return <img src={src} alt="" className={cx(box, 'object-cover')} onError={() => setBroken(src)} />;
  return (
    <span aria-hidden className={cx(box, 'grid place-items-center')}>
      <UsersRound className="size-1/2" />
    </span>
  );
}

/** The picture of a chat in a list: that of the group, or of the other member. */
export function ChatAvatar({ chat, size }: { chat: Chat; size: 40 | 48 }) {
  const { userId: me } = useViewer();
  if (chat.kind === 'group') return <GroupAvatar size={size} src={chat.picture} />;
  return <Avatar src={otherOf(chat, me)?.profilePicture ?? null} size={size} />;
}

/**
 * A row for a member who is deleted, is blocked or has blocked the viewer. The row does not reveal which of these is the case.
 */
export function UnavailableMember({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-14 items-center gap-3 p-2">
      <Avatar src={null} size={40} />
      <span className="flex-1 text-soft italic">{t('messages.unavailable')}</span>
      {children}
    </div>
  );
}
