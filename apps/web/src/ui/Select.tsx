import ChevronDown from 'lucide-react/icons/chevron-down';
import type { SelectHTMLAttributes } from 'react';
import { cx } from './cx.ts';

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  /** Makes the element as wide as its grid column. */
  stretched?: boolean;
}

/** A native select element, styled as a pill. */
export function Select({ stretched = false, ...props }: Props) {
  return (
    <span className={cx('relative max-w-full', stretched ? 'grid' : 'justify-self-start')}>
      <select
        className="min-h-11 max-w-full appearance-none rounded-full border border-edge bg-surface pr-10 pl-4 text-15 font-medium text-ink pointer-coarse:text-17"
        {...props}
      />
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-4 text-soft" />
    </span>
  );
}
