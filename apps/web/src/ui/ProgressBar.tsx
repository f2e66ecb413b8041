interface Props {
  label: string;
  percent: number;
  /** Set while the remaining time is unknown. */
  finishing?: boolean;
}

export function ProgressBar({ label, percent, finishing = false }: Props) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={finishing ? 'h-full animate-shimmer bg-accent' : 'h-full rounded-full bg-accent transition-[width]'}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
