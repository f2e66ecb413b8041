import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { playTime } from '../../lib/playTime.ts';
import { cx } from '../../ui/cx.ts';

/** The number of bars. Peaks of another number are drawn as the nearest ones. */
const barCount = 40;

const barsOf = (peaks: readonly number[]): number[] =>
  Array.from({ length: barCount }, (_, index) => peaks[Math.floor((index * peaks.length) / barCount)] ?? 0);

interface Props {
  label: string;
  peaks: readonly number[];
  durationMs: number;
  positionMs: number;
  onSeek: (positionMs: number) => void;
  tabIndex?: number;
}

/** The loudness of a voice message as bars. It is a slider, by which the reader chooses where to listen. */
export function Waveform({ label, peaks, durationMs, positionMs, onSeek, tabIndex = 0 }: Props) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const stepMs = Math.max(1_000, durationMs / 20);
  const moves: Record<string, number> = {
    ArrowLeft: positionMs - stepMs,
    ArrowDown: positionMs - stepMs,
    ArrowRight: positionMs + stepMs,
    ArrowUp: positionMs + stepMs,
    Home: 0,
    End: durationMs,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    // The arrow keys of the list lead from message to message.
    event.stopPropagation();
    onSeek(Math.min(durationMs, Math.max(0, next)));
  };
  const seekTo = ({ clientX }: PointerEvent) => {
    const { left, width } = bar.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    onSeek(Math.min(1, Math.max(0, (clientX - left) / width)) * durationMs);
  };
  return (
    <div
      ref={bar}
      role="slider"
      tabIndex={tabIndex}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationMs / 1_000)}
      aria-valuenow={Math.round(positionMs / 1_000)}
      aria-valuetext={t('voice.position', { position: playTime(positionMs), length: playTime(durationMs) })}
      onKeyDown={onKeyDown}
      // A drag along the bars is neither a swipe nor a long press of the message.
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        event.stopPropagation();
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
      }}
      onPointerUp={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      className="flex h-11 min-w-0 flex-1 cursor-pointer touch-none items-center gap-px rounded-card"
    >
      {barsOf(peaks).map((peak, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change their order.
          key={index}
          className={cx(
            'min-w-px flex-1 rounded-full bg-current',
            ((index + 0.5) / barCount) * durationMs > positionMs && 'opacity-45',
          )}
          style={{ height: `${Math.max(10, peak)}%` }}
        />
      ))}
    </div>
  );
}
