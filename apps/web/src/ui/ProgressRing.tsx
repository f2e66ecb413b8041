interface Props {
  label: string;
  /** The finished share, from 0 to 1. */
  fraction: number;
}

const radius = 19;
const circumference = 2 * Math.PI * radius;

/** A ring on a picture that fills clockwise. */
export function ProgressRing({ label, fraction }: Props) {
  const circle = { cx: 22, cy: 22, r: radius, fill: 'none', strokeWidth: 3 };
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(fraction * 100)}
      className="block size-11 rounded-full bg-veil text-over-picture"
    >
      <svg aria-hidden viewBox="0 0 44 44" className="size-full -rotate-90">
        <circle {...circle} stroke="currentColor" opacity={0.3} />
        <circle
          {...circle}
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={circumference}
          strokeDashoffset={circumference * (1 - fraction)}
          className="transition-[stroke-dashoffset] duration-200 motion-reduce:transition-none"
        />
      </svg>
    </span>
  );
}
