import Play from 'lucide-react/icons/play';
import { playTime } from '../lib/playTime.ts';
import { cx } from './cx.ts';

interface Props {
  durationMs: number | null;
  /** Where the mark lies on the poster. */
  className?: string;
}

/** Marks a poster as that of a video, with the video's length. */
export const VideoMark = ({ durationMs, className = 'right-1.5 bottom-1.5' }: Props) => (
  <span
    aria-hidden
    className={cx(
      'pointer-events-none absolute z-1 flex h-6 items-center gap-1 rounded-full bg-veil px-2 text-13 font-semibold text-over-picture tabular-nums',
      className,
    )}
  >
    <Play className="size-3 fill-current" />
    {durationMs !== null && playTime(durationMs)}
  </span>
);
