import { cx } from './cx.ts';

/** The look of a part that is a shape while it is empty, and the words once it holds them. */
export const emptyLook = 'empty:animate-shimmer empty:rounded-card empty:bg-sunken';

interface Props {
  className?: string;
  /** Its name where start/draw.ts puts something in. */
  part?: string;
}

/** A quiet shape of what comes; its size is given by `className`. */
export function Skeleton({ className, part }: Props) {
  return <div aria-hidden data-part={part} className={cx('animate-shimmer rounded-card bg-sunken', className)} />;
}
