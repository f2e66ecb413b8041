import { cx } from './cx.ts';

/** A quiet shape of what comes; its size is given by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('animate-shimmer rounded-card bg-sunken', className)} />;
}
