import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';

interface ActionsProps {
  /** Saves what was chosen or entered on this step. Undefined if there is nothing to save. */
  onNext?: (() => void) | undefined;
  busy: boolean;
  onSkip: () => void;
}

/** The buttons below a step. */
export function StepActions({ onNext, busy, onSkip }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant={onNext ? 'ghost' : 'quiet'} onClick={onSkip}>
        {t('welcome.skip')}
      </Button>
      {onNext && (
        <Button busy={busy} onClick={onNext}>
          {t('welcome.next')}
        </Button>
      )}
    </div>
  );
}

interface FrameProps {
  /** The name of all steps together. */
  label: string;
  heading: string;
  lead?: string | undefined;
  /** The number of earlier steps. */
  position: number;
  count: number;
  children: ReactNode;
}

/** A card with one of several steps. The heading of each next step takes the focus. */
export function StepFrame({ label, heading, lead, position, count, children }: FrameProps) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  const [first] = useState(position);
  useEffect(() => {
    // The steps may appear late. If the focus is already on another element, it stays there.
    if (position === first && document.activeElement !== document.body) return;
    title.current?.focus({ preventScroll: true });
  }, [position, first]);
  return (
    <section
      aria-label={label}
      className="flex flex-col gap-5 rounded-sheet border border-line bg-surface p-5 rail:p-6"
    >
      <div className="flex flex-col gap-1">
        <p className="sr-only">{t('welcome.step', { step: position + 1, steps: count })}</p>
        <span aria-hidden className="flex justify-end gap-1.5">
          {Array.from({ length: count }, (_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the dots never change their order.
              key={index}
              className={`h-1.5 rounded-full transition-all ${index === position ? 'w-6 bg-accent' : 'w-1.5 bg-line'}`}
            />
          ))}
        </span>
        <h2 ref={title} tabIndex={-1} className="text-21 font-bold tracking-tight text-balance outline-none">
          {heading}
        </h2>
        {lead && <p className="text-15 text-pretty text-soft">{lead}</p>}
      </div>
      {children}
    </section>
  );
}
