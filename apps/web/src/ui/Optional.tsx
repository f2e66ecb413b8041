import { CatchBoundary } from '@tanstack/react-router';
import { type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';

/** Renders its children, but nothing while their code is loading, or if that fails. */
export function Optional({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => location.pathname} errorComponent={() => null}>
      <Suspense fallback={null}>{children}</Suspense>
    </CatchBoundary>
  );
}

/**
 * A component whose code is loaded when it is first rendered. Renders nothing if loading fails, for example without a connection.
 */
export const lazyOptional = <Props,>(load: () => Promise<{ default: FunctionComponent<Props> }>) =>
  lazy(() => load().catch((): { default: FunctionComponent<Props> } => ({ default: () => null })));
