import UsersRound from 'lucide-react/icons/users-round';
import { cx } from '../../../ui/cx.ts';

const boxes = { 40: 'size-10', 48: 'size-12' };

/** Stands where a person's picture would be. */
export function GroupFace({ size }: { size: keyof typeof boxes }) {
  return (
    <span
      aria-hidden
      className={cx('grid shrink-0 place-items-center rounded-full bg-accent-wash text-accent-text', boxes[size])}
    >
      <UsersRound className="size-1/2" />
    </span>
  );
}
