import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';

/** Says kindly where what is entered stays. */
export function LocalNote({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-3 rounded-card bg-sunken px-4 py-3 text-15 text-pretty text-soft">
      <Lock aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      {children}
    </p>
  );
}
