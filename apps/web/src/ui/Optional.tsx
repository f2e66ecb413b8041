import { CatchBoundary } from '@tanstack/react-router';
import { type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';

interface Props {
  children: ReactNode;
  /** What is rendered while the code of `children` is loading. */
  fallback?: ReactNode;
}

/** Renders the children, or nothing after an error. */
export function Optional({ children, fallback }: Props) {
  return (
    <CatchBoundary getResetKey={() => location.pathname} errorComponent={() => null}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  );
}

/**
 * Returns a component whose code is loaded when it is first rendered. If loading fails, for example without a connection, the
 * component renders nothing.
 */
export const lazyOptional = <Props,>(load: () => Promise<{ default: FunctionComponent<Props> }>) =>
  lazy(() => load().catch((): { default: FunctionComponent<Props> } => ({ default: () => null })));
