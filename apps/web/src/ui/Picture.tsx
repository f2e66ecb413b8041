import { useState } from 'react';
import { cx } from './cx.ts';
import { thumbhashUrl } from './thumbhash.ts';

export interface PictureSource {
  url: string;
  widths: number[];
  width: number | null;
  height: number | null;
  thumbhash: string | null;
}

interface Props {
  source: PictureSource;
  alt: string;
  /** How wide it is shown, as the `sizes` of an image. */
  sizes: string;
  /** A square tile crops; a frame shows the whole picture between 4:5 and 16:9. */
  shape?: 'square' | 'frame';
  /** The first pictures of a page are fetched at once, and show without fading in. */
  eager?: boolean;
  className?: string;
}

/** The frame of a picture: its own ratio, held between 4:5 and 16:9. */
export const frameRatio = (width: number | null, height: number | null): number =>
  Math.min(16 / 9, Math.max(4 / 5, (width ?? 1) / (height ?? 1)));

export function Picture({ source, alt, sizes, shape = 'frame', eager, className }: Props) {
  const { url, widths, width, height, thumbhash } = source;
  const [sharp, setSharp] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const placeholder = thumbhashUrl(thumbhash);
  const largest = widths.at(-1);
  return (
    <div
      className={cx('relative overflow-hidden bg-sunken bg-cover bg-center', className)}
      style={{
        aspectRatio: shape === 'square' ? 1 : frameRatio(width, height),
        backgroundImage: placeholder && `url(${placeholder})`,
      }}
    >
      <img
        src={largest ? `${url}/${largest}.webp` : url}
        srcSet={largest ? widths.map((w) => `${url}/${w}.webp ${w}w`).join(', ') : undefined}
        sizes={sizes}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        draggable={false}
        ref={(image) => {
          if (image?.complete && image.naturalWidth) setSharp(url);
        }}
        onLoad={() => setSharp(url)}
        onError={() => setFailed(url)}
        className={cx(
          'absolute inset-0 size-full transition-opacity duration-200',
          shape === 'square' ? 'object-cover' : 'object-contain',
          (eager && failed !== url) || sharp === url ? 'opacity-100' : 'opacity-0',
        )}
      />
    </div>
  );
}
