import { useTranslation } from 'react-i18next';
import { playTime } from '../../../lib/playTime.ts';
import { cx } from '../../../ui/cx.ts';

/** A frame that can be chosen: its time in seconds, and the object URL of a small picture of it. */
export interface Frame {
  seconds: number;
  url: string;
}

interface Props {
  /** The frames of the chosen part. The first stands for the first one that is not black. */
  frames: readonly Frame[];
  quarterTurns: number;
  posterAt: number | null;
  onChange: (posterAt: number | null) => void;
}

/** Chooses the poster of a video from some of its frames. */
export function PosterField({ frames, quarterTurns, posterAt, onChange }: Props) {
  const { t } = useTranslation();
  const chosen = frames.find(({ seconds }) => seconds === posterAt) ?? frames[0];
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-15 font-medium">{t('video.poster')}</legend>
      <div className="flex gap-1.5 overflow-x-auto p-1">
        {frames.map((frame, index) => (
          <label
            key={frame.seconds}
            className={cx(
              'relative size-14 shrink-0 overflow-hidden rounded-card outline-offset-1 has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
              frame === chosen && 'ring-3 ring-accent',
            )}
          >
            <input
              type="radio"
              name="poster"
              aria-label={t('video.posterAt', { time: playTime(frame.seconds * 1_000) })}
              checked={frame === chosen}
              onChange={() => onChange(index === 0 ? null : frame.seconds)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <img
              src={frame.url}
              alt=""
              draggable={false}
              className="pointer-events-none size-full object-cover"
              style={{ rotate: `${quarterTurns * 90}deg` }}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
