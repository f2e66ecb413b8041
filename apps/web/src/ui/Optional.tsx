import { CatchBoundary } from '@tanstack/react-router';
import { type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';

/** Renders the children, or nothing while their code is loading and after an error. */
export function Optional({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => location.pathname} errorComponent={() => null}>
      <Suspense fallback={null}>{children}</Suspense>
    </CatchBoundary>
  );
}

/**
 * Returns a component whose code is loaded when it is first rendered. If loading fails, for example without a connection, the
 * component renders nothing.
 */
export const lazyOptional = <Props,>(load: () => Promise<{ default: FunctionComponent<Props> }>) =>
  lazy(() => load().catch((): { default: FunctionComponent<Props> } => ({ default: () => null })));
