import { type ReactNode, useId } from 'react';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/States.tsx';

/** A part of a page with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-17 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Shown while data is loading, or after it could not be loaded. */
export const NotLoaded = ({ failed, onRetry }: { failed: boolean; onRetry: () => unknown }) =>
  failed ? <ErrorState onRetry={() => void onRetry()} /> : <SkeletonList rows={6} />;
