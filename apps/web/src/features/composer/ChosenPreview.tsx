import { useTranslation } from 'react-i18next';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { VideoMark } from '../../ui/VideoMark.tsx';
import type { NewPicture } from './useChosenPictures.ts';
import { usePreparedShare } from './video/preparations.ts';

interface Props {
  picture: NewPicture;
  onUnreadable: () => void;
}

/** Where a video's length lies: a tile of a phone is too narrow for it beside the mark of the description. */
export const aboveAlt = 'right-1.5 bottom-8.5';

/** Shows the description on a chosen picture or, without one, that the picture can be described. */
export function AltMark({ alt }: { alt: string }) {
  const { t } = useTranslation();
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute bottom-1.5 left-1.5 max-w-[calc(100%-0.75rem)] truncate rounded-full bg-veil px-2 text-13 font-bold text-over-picture"
    >
      {alt ? `✓ ${alt}` : t('composer.describe')}
    </span>
  );
}

/** A chosen picture or, of a video, its poster with its length. While a video is being prepared, a ring shows the progress. */
export function ChosenPreview({ picture: { id, file, alt, url, video }, onUnreadable }: Props) {
  const { t } = useTranslation();
  const fraction = usePreparedShare(id) ?? 0;
  if (video && !video.ready)
    return (
      <span className="grid size-full place-items-center">
        <ProgressRing label={t('video.preparing', { percent: Math.round(fraction * 100) })} fraction={fraction} />
      </span>
    );
  return (
    <>
      <img
        src={url}
        alt={alt || t('composer.preview', { name: file.name })}
        draggable={false}
        onError={onUnreadable}
        className="size-full object-cover"
      />
      {video?.ready && <VideoMark durationMs={video.ready.durationMs} className={aboveAlt} />}
    </>
  );
}
