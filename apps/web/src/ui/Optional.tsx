import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

/** Something that a screen can do without: nothing while it is loaded, and nothing if its script does not come. */
export function Optional({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => location.pathname} errorComponent={() => null}>
      <Suspense fallback={null}>{children}</Suspense>
    </CatchBoundary>
  );
}
