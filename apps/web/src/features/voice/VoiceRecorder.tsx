import ChevronLeft from 'lucide-react/icons/chevron-left';
import Lock from 'lucide-react/icons/lock';
import Mic from 'lucide-react/icons/mic';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Square from 'lucide-react/icons/square';
import Trash2 from 'lucide-react/icons/trash-2';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../lib/announce.ts';
import { playTime } from '../../lib/playTime.ts';
import { vibrate } from '../../lib/vibrate.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import BubbleVoice from './BubbleVoice.tsx';
import type { RecordedVoice } from './recording.ts';
import { useVoiceRecorder } from './useVoiceRecorder.ts';

/** How far the finger slides to the start to cancel, and up to lock, in pixels. */
const cancelPx = 90;
const lockPx = 60;

/** A press that ends sooner, in milliseconds, is a tap, which locks the recording. */
const tapMs = 350;

/** The recorded sound before it is sent. */
function Preview({ voice }: { voice: RecordedVoice }) {
  const { t } = useTranslation();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(voice.file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [voice]);
  const track = { key: 'preview', url: url ?? '', durationMs: voice.durationMs };
  return url && <BubbleVoice track={track} peaks={voice.peaks} name={t('messages.you')} all={() => []} />;
}

/** The last values of the loudness, each as a bar. */
const Levels = ({ levels }: { levels: number[] }) => (
  <span aria-hidden data-levels={levels.length} className="flex h-8 min-w-0 flex-1 items-center justify-end gap-0.5">
    {levels.map((level, index) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change their order.
        key={index}
        className="w-1 shrink-0 rounded-full bg-accent-text"
        style={{ height: `${Math.max(8, level * 100)}%` }}
      />
    ))}
  </span>
);

interface Props {
  onSend: (voice: RecordedVoice) => void;
  /** Called with true when a recording begins, and with false when it is sent or discarded. */
  onActive?: (active: boolean) => void;
}

/**
 * The button for a voice message, in place of Send while nothing is written. Held, it records until it is released; slid to the
 * start, it cancels; slid up or tapped, it locks. By keyboard, Enter or Space starts and stops. Takes the place of the field while recording.
 */
export default function VoiceRecorder({ onSend, onActive }: Props) {
  const { t } = useTranslation();
  const { phase, elapsedMs, levels, begin, lock, cancel, stop, release, send } = useVoiceRecorder(onSend);
  const press = useRef<{ x: number; y: number; at: number } | null>(null);
  /** Whether the next click only ends the press that has started the recording. */
  const endsPress = useRef(false);
  const [slid, setSlid] = useState(0);
  const recording = phase.kind === 'recording';
  const held = recording && phase.held;
  const { kind } = phase;
  useEffect(() => {
    if (kind === 'recording') announce(t('voice.recording'));
    if (kind === 'preview') announce(t('voice.recorded'));
  }, [kind, t]);

  const active = kind !== 'idle';
  useEffect(() => onActive?.(active), [active, onActive]);

  const endPress = () => {
    press.current = null;
    setSlid(0);
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    endsPress.current = kind === 'idle';
    if (kind !== 'idle' || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    press.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    vibrate();
    void begin('held');
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (!press.current) return;
    const towardsStart = press.current.x - clientX;
    setSlid(Math.max(0, Math.min(cancelPx, towardsStart)));
    if (towardsStart >= cancelPx) {
      endPress();
      cancel();
    } else if (press.current.y - clientY >= lockPx) {
      endPress();
      vibrate();
      lock();
    }
  };
  const onPointerUp = (event: PointerEvent) => {
    if (!press.current) return;
    const tapped = event.timeStamp - press.current.at < tapMs;
    endPress();
    if (tapped || event.type === 'pointercancel') lock();
    else void release();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || kind === 'idle') return;
    event.stopPropagation();
    cancel();
  };
  const [label, Icon] = (
    kind === 'preview'
      ? [t('messages.send'), SendHorizontal]
      : recording && !held
        ? [t('voice.stop'), Square]
        : [t('voice.record'), Mic]
  ) as [string, typeof Mic];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape cancels wherever the focus is inside.
    <div className="contents" onKeyDown={onKeyDown}>
      {active && (
        <div data-recorder className="absolute inset-y-0 start-0 end-13 z-1 flex items-center gap-2 pe-3">
          {!held && (
            <IconButton label={t('voice.discard')} onClick={cancel} className="text-danger">
              <Trash2 aria-hidden className="size-5.5" />
            </IconButton>
          )}
          {kind === 'preview' && <Preview voice={phase.voice} />}
          {recording && (
            <>
              <span
                aria-hidden
                className="size-2.5 shrink-0 animate-pulse rounded-full bg-danger motion-reduce:animate-none"
              />
              <span role="timer" className="min-w-10 text-15 tabular-nums">
                {playTime(elapsedMs)}
              </span>
              <Levels levels={levels} />
              {held && (
                <span
                  className="flex shrink-0 items-center text-13 text-soft"
                  style={{ translate: `${-slid / 3}px`, opacity: 1 - slid / (2 * cancelPx) }}
                >
                  <ChevronLeft aria-hidden className="size-4" />
                  {t('voice.slideToCancel')}
                </span>
              )}
            </>
          )}
        </div>
      )}
      <span className="relative z-2 shrink-0">
        {held && (
          <span
            aria-hidden
            className="absolute inset-x-0 bottom-full mb-2 grid h-16 animate-fade place-items-center rounded-full bg-surface text-soft shadow-float"
          >
            <Lock className="size-4.5" />
          </span>
        )}
        <button
          type="button"
          aria-label={label}
          title={label}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={onPointerUp}
          onContextMenu={(event) => event.preventDefault()}
          onClick={(event) => {
            const byPointer = event.detail > 0;
            if (byPointer && endsPress.current) endsPress.current = false;
            else if (kind === 'preview') send();
            else if (recording && !held) void stop();
            // A click without a pointer comes from the keyboard or a screen reader.
            else if (!byPointer) void begin('locked');
          }}
          className={cx(
            'grid size-11 touch-none place-items-center rounded-full transition-[color,background-color,scale] select-none [-webkit-touch-callout:none]',
            kind === 'idle' ? 'bg-sunken text-soft hover:text-ink' : 'bg-accent text-accent-ink hover:bg-accent-strong',
            held && 'scale-125 motion-reduce:scale-100',
          )}
        >
          <Icon aria-hidden className="size-5" />
        </button>
      </span>
    </div>
  );
}
