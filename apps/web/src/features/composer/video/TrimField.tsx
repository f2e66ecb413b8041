import { useTranslation } from 'react-i18next';
import { playTime } from '../../../lib/playTime.ts';
import { cx } from '../../../ui/cx.ts';

/** The shortest part that can be chosen, in seconds. */
const shortest = 0.5;

interface Props {
  durationSeconds: number;
  maxSeconds: number;
  start: number;
  end: number;
  /** Object URLs of frames, evenly over the whole video. */
  frames: readonly string[];
  onChange: (start: number, end: number) => void;
}

const handle = cx(
  'pointer-events-none absolute inset-0 h-full w-full appearance-none bg-transparent outline-none',
  '[&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:h-14 [&::-webkit-slider-thumb]:w-5 [&::-webkit-slider-thumb]:cursor-ew-resize [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-card [&::-webkit-slider-thumb]:border-3 [&::-webkit-slider-thumb]:border-surface [&::-webkit-slider-thumb]:bg-accent',
  '[&::-moz-range-thumb]:pointer-events-auto [&::-moz-range-thumb]:h-14 [&::-moz-range-thumb]:w-5 [&::-moz-range-thumb]:cursor-ew-resize [&::-moz-range-thumb]:rounded-card [&::-moz-range-thumb]:border-3 [&::-moz-range-thumb]:border-surface [&::-moz-range-thumb]:bg-accent',
  'focus-visible:[&::-webkit-slider-thumb]:outline-2 focus-visible:[&::-webkit-slider-thumb]:outline-accent-text',
  'focus-visible:[&::-moz-range-thumb]:outline-2 focus-visible:[&::-moz-range-thumb]:outline-accent-text',
);

/** Chooses the part of a video that is sent, by a handle at each end of a strip of its frames. */
export function TrimField({ durationSeconds, maxSeconds, start, end, frames, onChange }: Props) {
  const { t } = useTranslation();
  const percent = (seconds: number) => `${(seconds / durationSeconds) * 100}%`;
  const length = t('video.chosen', {
    length: playTime((end - start) * 1_000),
    whole: playTime(durationSeconds * 1_000),
  });
  const moveStart = (value: number) => {
    const next = Math.min(value, durationSeconds - shortest);
    onChange(next, Math.min(Math.max(end, next + shortest), next + maxSeconds));
  };
  const moveEnd = (value: number) => {
    const next = Math.min(Math.max(value, shortest), durationSeconds);
    onChange(Math.max(Math.min(start, next - shortest), next - maxSeconds, 0), next);
  };
  // The maximum is a whole number of steps, because a handle cannot reach another one.
  const range = { min: 0, max: Math.ceil(durationSeconds * 10) / 10, step: 0.1 } as const;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 flex w-full justify-between text-15 font-medium">
        {t('video.trim')}
        <span className="font-normal text-soft tabular-nums">{length}</span>
      </legend>
      <div className="relative mx-2.5 h-14">
        <div aria-hidden className="absolute -inset-x-2.5 inset-y-1 flex overflow-hidden rounded-card bg-sunken">
          {frames.map((url) => (
            <img key={url} src={url} alt="" draggable={false} className="h-full min-w-0 flex-1 object-cover" />
          ))}
        </div>
        <div aria-hidden className="absolute inset-y-1 left-0 bg-scrim" style={{ width: percent(start) }} />
        <div aria-hidden className="absolute inset-y-1 right-0 bg-scrim" style={{ left: percent(end) }} />
        <div className="absolute -inset-x-2.5 inset-y-0">
          <input
            type="range"
            {...range}
            value={start}
            aria-label={t('video.start')}
            aria-valuetext={playTime(start * 1_000)}
            onChange={(event) => moveStart(event.target.valueAsNumber)}
            className={handle}
          />
          <input
            type="range"
            {...range}
            value={end}
            aria-label={t('video.end')}
            aria-valuetext={playTime(end * 1_000)}
            onChange={(event) => moveEnd(event.target.valueAsNumber)}
            className={handle}
          />
        </div>
      </div>
      {durationSeconds > maxSeconds && (
        <p className="text-13 text-soft">{t('video.tooLong', { length: playTime(maxSeconds * 1_000) })}</p>
      )}
    </fieldset>
  );
}
