import Heart from 'lucide-react/icons/heart';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import type { PostView } from '../../lib/types.ts';
import { Picture } from '../../ui/Picture.tsx';
import { PicturePending } from './PicturePending.tsx';
import { pictureAlt } from './pictureAlt.ts';
import { feedSizes } from './pictureSizes.ts';

interface Props {
  post: PostView;
  eager?: boolean;
  sizes?: string | undefined;
  /** At the edge of a popup: without the round corners of a card, and no higher than a popup can be. */
  flush?: boolean;
  onDoubleTap: () => void;
}

export function PostPicture({ post, eager, sizes = feedSizes, flush, onDoubleTap }: Props) {
  const { t } = useTranslation();
  const lastTap = useRef(0);
  const [bursts, setBursts] = useState(0);
  const { image } = post;
  if (!image) return null;
  if (image.status !== 'ready') return <PicturePending image={image} />;

  const tap = (time: number) => {
    const isSecond = time - lastTap.current < 300;
    lastTap.current = isSecond ? 0 : time;
    if (!isSecond) return;
    setBursts(bursts + 1);
    onDoubleTap();
  };

  return (
    <div className="relative touch-manipulation select-none" onPointerUp={(event) => tap(event.timeStamp)}>
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
