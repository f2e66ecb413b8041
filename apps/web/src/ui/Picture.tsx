import { startTransition, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import { cx } from './cx.ts';
import { frameRatio, pictureSource } from './pictureSource.ts';

interface Preview {
  url: string;
  /** Whether the picture has transparent parts, through which the preview would be visible. */
  transparent: boolean;
}

const decodedPreviews = new Map<string, Preview>();

/** Decodes a base64 thumbhash to a tiny preview picture. The results are cached. */
function previewOf(hash: string | null | undefined): Preview | undefined {
  if (!hash) return undefined;
  const known = decodedPreviews.get(hash);
  if (known) return known;
  try {
    const bytes = Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0));
    // In a thumbhash, the highest bit of the third byte says whether the picture has transparent parts.
    const preview = { url: thumbHashToDataURL(bytes), transparent: ((bytes[2] ?? 0) & 0x80) !== 0 };
    if (decodedPreviews.size > 500) decodedPreviews.clear();
    decodedPreviews.set(hash, preview);
    return preview;
  } catch {
    return undefined;
  }
}

export interface PictureSource {
  url: string;
  query?: string;
  widths: number[];
  width: number | null;
  height: number | null;
  thumbhash: string | null;
}

interface Props {
  source: PictureSource;
  alt: string;
  /** The width at which the picture is shown, in the format of an image's `sizes` attribute. */
  sizes: string;
  /**
   * `square` crops the picture, `frame` shows all of it, in a frame of between 4:5 and 16:9 unless `ratio` says otherwise.
   */
  shape?: 'square' | 'frame';
  /** The aspect ratio of the frame, if it differs from the picture's own. */
  ratio?: number;
  /** Whether the picture is loaded at once and does not fade in, as for the first pictures of a page. */
  eager?: boolean;
  className?: string;
}

export function Picture({ source, alt, sizes, shape = 'frame', ratio, eager, className }: Props) {
  const { url, width, height, thumbhash } = source;
  const [sharp, setSharp] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const preview = previewOf(thumbhash);
  const previewed = preview && !(preview.transparent && sharp === url);
  return (
    <div
      className={cx('relative overflow-hidden bg-sunken bg-cover bg-center', className)}
      style={{
        aspectRatio: shape === 'square' ? 1 : (ratio ?? frameRatio(width, height)),
        backgroundImage: previewed ? `url(${preview.url})` : undefined,
      }}
    >
      <img
        {...(url ? pictureSource(source) : {})}
        sizes={sizes}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        draggable={false}
        ref={(image) => {
          if (!image?.complete || !image.naturalWidth) return;
          // An eager picture is visible even without this update, so React may render the update later, as a transition.
          if (eager) startTransition(() => setSharp(url));
          else setSharp(url);
        }}
        onLoad={() => setSharp(url)}
        onError={() => setFailed(url)}
        className={cx(
          'absolute inset-0 size-full transition-opacity duration-200',
          shape === 'frame' ? 'object-contain' : 'object-cover',
          (eager && failed !== url) || sharp === url ? 'opacity-100' : 'opacity-0',
        )}
      />
    </div>
  );
}
