import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

/** Renders something optional: nothing while it is loading, or if its script fails to load. */
export function Optional({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => location.pathname} errorComponent={() => null}>
      <Suspense fallback={null}>{children}</Suspense>
    </CatchBoundary>
  );
}
