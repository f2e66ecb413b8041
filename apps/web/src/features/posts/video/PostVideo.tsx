import Play from 'lucide-react/icons/play';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isConnected } from '../../../lib/connection.ts';
import { playTime } from '../../../lib/playTime.ts';
import { takeSound, wasInterrupted } from '../../../lib/sound.ts';
import type { PictureOfPost } from '../../../lib/types.ts';
import { cx } from '../../../ui/cx.ts';
import { toast } from '../../../ui/toast.tsx';
import { useTaps } from '../useTaps.tsx';
import { playAlone, playsByItself, playWhileVisible } from './playing.ts';

interface Props {
  picture: PictureOfPost;
  /** Called when the reader taps the video. Without it, a tap plays the video with sound. */
  onTap?: (() => void) | undefined;
  onDoubleTap: () => void;
}

/**
 * Plays a video over its poster, which stays visible until the first frame is there. Without sound it may start by itself; a tap
 * gives it sound, and another pauses it.
 */
export default function PostVideo({ picture, onTap, onDoubleTap }: Props) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [shown, setShown] = useState({ started: false, paused: true, muted: true, leftMs: picture.durationMs ?? 0 });
  const show = (part: Partial<typeof shown>) => setShown((before) => ({ ...before, ...part }));
  const stoppedByReader = useRef(false);
  useEffect(() => {
    const element = video.current;
    if (element) return playWhileVisible(element, () => !stoppedByReader.current && playsByItself());
  }, []);

  const playOrPause = () => {
    const element = video.current;
    if (!element) return;
    stoppedByReader.current = !element.paused && !element.muted;
    if (stoppedByReader.current) return element.pause();
    element.muted = false;
    takeSound(element);
    playAlone(element).catch((error: Error) => {
      // It was paused before it could start, or the browser refuses, for example to save the battery.
      if (wasInterrupted(error) || error.name === 'NotAllowedError') return;
      toast(t(isConnected() ? 'video.unplayable' : 'errors.network'), { variant: 'bad' });
    });
  };
  const { tap, burst } = useTaps({ onTap: onTap ?? playOrPause, onDoubleTap });
  const playing = !shown.paused;
  const Sound = shown.muted ? VolumeX : Volume2;
  return (
    <>
      <video
        ref={video}
        src={picture.videoUrl ?? undefined}
        aria-hidden
        tabIndex={-1}
        preload="none"
        playsInline
        loop
        muted
        disablePictureInPicture
        onPlaying={() => show({ started: true, paused: false })}
        onPause={() => show({ paused: true })}
        onVolumeChange={({ currentTarget }) => show({ muted: currentTarget.muted })}
        onTimeUpdate={({ currentTarget: { duration, currentTime } }) =>
          Number.isFinite(duration) && show({ leftMs: (duration - currentTime) * 1_000 })
        }
        className={cx('absolute inset-0 size-full object-contain', !shown.started && 'opacity-0')}
      />
      <button
        type="button"
        aria-label={t(onTap ? 'post.enlarge' : playing && !shown.muted ? 'video.pause' : 'video.play')}
        onPointerUp={(event) => event.button === 0 && tap(event.timeStamp)}
        // Keys and screen readers click without a pointer.
        onClick={(event) => event.detail === 0 && (onTap ?? playOrPause)()}
        className="absolute inset-0 touch-manipulation -outline-offset-4 select-none"
      >
        {!playing && (
          <span className="absolute inset-0 m-auto grid size-16 place-items-center rounded-full bg-veil text-over-picture">
            <Play aria-hidden className="size-7 translate-x-0.5 fill-current" />
          </span>
        )}
        <span
          aria-hidden
          className="absolute right-2 bottom-2 flex h-6 items-center gap-1.5 rounded-full bg-veil px-2 text-13 font-semibold text-over-picture tabular-nums"
        >
          {playing && <Sound className="size-3.5" />}
          {playTime(shown.leftMs)}
        </span>
      </button>
      {burst}
    </>
  );
}
