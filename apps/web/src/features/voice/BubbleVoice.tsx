import Headphones from 'lucide-react/icons/headphones';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure.ts';
import { playTime } from '../../lib/playTime.ts';
import { wasInterrupted } from '../../lib/sound.ts';
import { useStore } from '../../lib/store.ts';
import { toast } from '../../ui/toast.tsx';
import { nextRate, pause, play, playing, rate, seek, type Track } from './player.ts';
import { Waveform } from './Waveform.tsx';

const roundButton = 'grid size-11 shrink-0 place-items-center rounded-full';

interface Props {
  track: Track;
  peaks: readonly number[];
  /** The sender's name. */
  name: string;
  /** Returns the voice messages of the chat, oldest first, which are played one after the other. */
  all: () => Track[];
  /** Called with the key of each voice message that begins to play. */
  onStart?: ((key: string) => void) | undefined;
  /** What the bubble says to its receiver, or to its sender. */
  mark?: 'new' | 'listened' | undefined;
  tabIndex?: number;
}

/** Plays a voice message: play and pause, the loudness as a slider, the length or the position, and the speed. */
export default function BubbleVoice({ track, peaks, name, all, onStart = () => undefined, mark, tabIndex = 0 }: Props) {
  const { t, i18n } = useTranslation();
  const { track: current, paused, positionMs } = useStore(playing);
  const speed = useStore(rate).toLocaleString(i18n.language);
  const active = current?.key === track.key;
  const sounding = active && !paused;
  const position = active ? positionMs : 0;
  const start = () =>
    play(track, all, onStart).catch((error: unknown) => {
      // Another message was played, or this one was paused, before it could start.
      if (wasInterrupted(error)) return;
      toast(t('voice.unplayable', { message: failureText(error) }), { variant: 'bad' });
    });
  return (
    <span className="flex w-68 max-w-full items-center gap-1">
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={t(sounding ? 'voice.pause' : 'voice.play', { name })}
        onClick={(event) => {
          event.stopPropagation();
          if (sounding) pause();
          else void start();
        }}
        className={roundButton}
      >
        {sounding ? (
          <Pause aria-hidden className="size-6 fill-current" />
        ) : (
          <Play aria-hidden className="size-6 fill-current" />
        )}
      </button>
      <Waveform
        label={t('voice.by', { name })}
        peaks={peaks}
        durationMs={track.durationMs}
        positionMs={position}
        tabIndex={tabIndex}
        onSeek={(to) => {
          if (active) seek(to);
          else void start().then(() => seek(to));
        }}
      />
      <span className="min-w-9 text-end text-13 tabular-nums">
        {playTime(active && positionMs > 0 ? positionMs : track.durationMs)}
      </span>
      {mark === 'listened' && (
        <Headphones role="img" aria-label={t('voice.listened')} strokeWidth={2.4} className="size-3.5 shrink-0" />
      )}
      {mark === 'new' && (
        <span role="img" aria-label={t('voice.new')} className="size-2 shrink-0 rounded-full bg-accent" />
      )}
      {active && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={t('voice.speed', { rate: speed })}
          onClick={(event) => {
            event.stopPropagation();
            nextRate();
          }}
          className={`${roundButton} text-13 font-bold tabular-nums`}
        >
          {speed}×
        </button>
      )}
    </span>
  );
}
