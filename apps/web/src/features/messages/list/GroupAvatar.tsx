import UsersRound from 'lucide-react/icons/users-round';
import { useState } from 'react';
import { cx } from '../../../ui/cx.ts';

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
