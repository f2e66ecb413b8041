import type { ReactNode } from 'react';
import { dayLabel } from '../../../i18n/dates.ts';
import { useMinute } from '../../../lib/clock.ts';

/** The messages of a day, below its name, which changes at midnight. */
export function MessageDay({ createdAt, children }: { createdAt: string; children: ReactNode }) {
  useMinute();
  const label = dayLabel(createdAt);
  return (
    <section aria-label={label}>
      <p aria-hidden className="py-4 text-center text-13 font-medium text-soft [overflow-anchor:none]">
        {label}
      </p>
      {children}
    </section>
  );
}
