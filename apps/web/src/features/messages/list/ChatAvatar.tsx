import UsersRound from 'lucide-react/icons/users-round';
import { useState } from 'react';
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
