import type { TFunction } from 'i18next';
import Heart from 'lucide-react/icons/heart';
import ImageOff from 'lucide-react/icons/image-off';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostImage, PostView } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { Picture } from '../../ui/Picture.tsx';
import { feedSizes, frameRatio } from '../../ui/pictureSource.ts';

export function pictureAlt(t: TFunction, post: PostView): string {
  const name = post.user.userName;
  return post.caption ? t('post.imageAltCaption', { name, caption: post.caption }) : t('post.imageAlt', { name });
}

/** Holds the place of a picture that is being prepared, or says that it could not be. */
function PicturePending({ image }: { image: PostImage }) {
  const { t } = useTranslation();
  const failed = image.status === 'failed';
  return (
    <div
      className="grid place-items-center bg-sunken text-soft rail:rounded-card"
      style={{ aspectRatio: failed ? 16 / 9 : frameRatio(image.width, image.height) }}
    >
      <p className={failed ? 'flex flex-col items-center gap-2' : 'animate-shimmer'}>
        {failed && <ImageOff aria-hidden className="size-7" />}
        {failed ? t('post.imageFailed') : t('post.imageProcessing')}
      </p>
    </div>
  );
}

interface Props {
  post: PostView;
  eager?: boolean;
  sizes?: string | undefined;
  /** For the edge of a popup: no round corners, and no higher than the popup. */
  flush?: boolean;
  onTap?: () => void;
  onDoubleTap: () => void;
}

/** Within so many milliseconds a second tap belongs to the first. */
const doubleTapMs = 300;

export function PostPicture({ post, eager, sizes = feedSizes, flush, onTap, onDoubleTap }: Props) {
  const { t } = useTranslation();
  const lastTap = useRef(0);
  const waits = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [bursts, setBursts] = useState(0);
  const { image } = post;
  if (!image) return null;
  if (image.status !== 'ready') return <PicturePending image={image} />;

  const tap = (time: number) => {
    const isSecond = time - lastTap.current < doubleTapMs;
    lastTap.current = isSecond ? 0 : time;
    clearTimeout(waits.current);
    if (!isSecond) {
      waits.current = setTimeout(() => onTap?.(), doubleTapMs);
      return;
    }
    setBursts(bursts + 1);
    onDoubleTap();
  };

  return (
    <div
      className={cx('relative touch-manipulation select-none', onTap && 'cursor-pointer')}
      onPointerUp={(event) => event.button === 0 && tap(event.timeStamp)}
    >
      <Picture
        source={image}
        alt={pictureAlt(t, post)}
        sizes={sizes}
        eager={eager ?? false}
        className={flush ? 'min-[56.25rem]:max-h-[calc(100dvh-7.625rem)]' : 'rail:rounded-card'}
      />
      {bursts > 0 && (
        <Heart
          key={bursts}
          aria-hidden
          className="pointer-events-none absolute inset-0 m-auto size-24 animate-burst fill-over-picture text-over-picture"
        />
      )}
    </div>
  );
}
