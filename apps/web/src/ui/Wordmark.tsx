/** Two overlapping circles. */
export const Logo = ({ className }: { className: string }) => (
  <svg viewBox="0 0 32 24" aria-hidden className={className}>
    <circle cx="11" cy="12" r="9" className="fill-accent" />
    <circle cx="21" cy="12" r="9" className="fill-picture-coral opacity-80" />
  </svg>
);

/** The logo and, unless `compact`, the name. */
export function Wordmark({ compact }: { compact?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 text-21 font-extrabold tracking-tight text-ink">
      <Logo className="h-6 w-8 shrink-0" />
      <span className={compact ? 'sr-only' : undefined}>Kith</span>
    </span>
  );
}
