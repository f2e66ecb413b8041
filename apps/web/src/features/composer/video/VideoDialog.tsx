import RotateCw from 'lucide-react/icons/rotate-cw';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoEdits } from '../../../lib/outbox/pictures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { AltField } from '../AltField.tsx';
import type { ChosenVideo, PictureChange } from '../useChosenPictures.ts';
import { type Frame, PosterField } from './PosterField.tsx';
import { readMaxSeconds } from './preparations.ts';
import { TrimField } from './TrimField.tsx';
import { useFrames } from './useFrames.ts';

interface PreviewProps {
  file: Blob;
  edits: VideoEdits;
  end: number | null;
}

/** Shows the chosen part of a video as it will be sent, with the browser's button to play it. */
function Preview({ file, edits: { start, quarterTurns, muted }, end }: PreviewProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  useEffect(() => {
    if (video.current) video.current.currentTime = start;
  }, [start]);
  return (
    <div className="mx-auto aspect-square max-h-[40dvh] w-full max-w-[40dvh] overflow-hidden rounded-card bg-sunken">
      <video
        ref={video}
        src={url}
        aria-label={t('video.title')}
        playsInline
        controls
        controlsList="nodownload nofullscreen noremoteplayback"
        disablePictureInPicture
        muted={muted}
        onTimeUpdate={({ currentTarget }) => {
          if (end === null || currentTarget.currentTime < end) return;
          currentTarget.pause();
          currentTarget.currentTime = start;
        }}
        className="size-full object-contain"
        style={{ rotate: `${quarterTurns * 90}deg` }}
      />
    </div>
  );
}

/** Returns the frames of a part or, if it has none, the one before it. */
function framesBetween(frames: Frame[], start: number, end: number): Frame[] {
  const inside = frames.filter(({ seconds }) => seconds >= start && seconds < end);
  return inside.length > 0 ? inside : frames.filter(({ seconds }) => seconds <= start).slice(-1);
}

interface Props {
  video: ChosenVideo;
  alt: string;
  onSave: (changed: PictureChange) => void;
  onClose: () => void;
}

/** Cuts, turns or mutes a video that is not sent yet, chooses its poster, and describes it. */
export default function VideoDialog({ video: { original, edits: before }, alt: oldAlt, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [alt, setAlt] = useState(oldAlt);
  const [edits, setEdits] = useState(before);
  const [maxSeconds, setMaxSeconds] = useState<number>();
  const { durationSeconds, frames, failed } = useFrames(original);
  useEffect(() => void readMaxSeconds().then(setMaxSeconds), []);
  const change = (part: Partial<VideoEdits>) => setEdits({ ...edits, ...part });
  const { start, quarterTurns, muted, posterAt } = edits;
  const known = durationSeconds !== null && maxSeconds !== undefined;
  const end = known ? (edits.end ?? Math.min(durationSeconds, start + maxSeconds)) : null;
  const save = () => {
    // A poster that the part has left behind is not taken.
    const isInside = end === null || posterAt === null || (posterAt >= start && posterAt < end);
    const chosen = isInside ? edits : { ...edits, posterAt: null };
    const changed = JSON.stringify(chosen) !== JSON.stringify(before);
    onSave({ alt: alt.trim(), ...(changed && { edits: chosen }) });
  };
  const Sound = muted ? VolumeX : Volume2;
  return (
    <Dialog
      title={t('video.title')}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={save}>{t('composer.pictureDone')}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5 p-5">
        {failed ? (
          <p className="rounded-card bg-sunken px-4 py-3 text-15 text-soft">{t('video.unplayable')}</p>
        ) : (
          <Preview file={original} edits={edits} end={end} />
        )}
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="outline" small onClick={() => change({ quarterTurns: (quarterTurns + 1) % 4 })}>
            <RotateCw aria-hidden className="size-4" />
            {t('crop.turn')}
          </Button>
          <Button variant="outline" small aria-pressed={!muted} onClick={() => change({ muted: !muted })}>
            <Sound aria-hidden className="size-4" />
            {t('video.sound')}
          </Button>
        </div>
        {known && end !== null && (
          <>
            <TrimField
              durationSeconds={durationSeconds}
              maxSeconds={maxSeconds}
              start={start}
              end={end}
              frames={frames.map(({ url }) => url)}
              onChange={(nextStart, nextEnd) => change({ start: nextStart, end: nextEnd })}
            />
            <PosterField
              frames={framesBetween(frames, start, end)}
              quarterTurns={quarterTurns}
              posterAt={posterAt}
              onChange={(next) => change({ posterAt: next })}
            />
          </>
        )}
        <AltField alt={alt} onChange={setAlt} />
      </div>
    </Dialog>
  );
}
