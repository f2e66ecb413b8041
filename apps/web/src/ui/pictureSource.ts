/** Returns the aspect ratio of a picture's frame: the picture's own, limited to between 4:5 and 16:9, or 16:9 if not known. */
export const frameRatio = (width: number | null, height: number | null): number =>
  Math.min(16 / 9, Math.max(4 / 5, (width ?? 16) / (height ?? 9)));

interface Stored {
  url: string;
  /** A query string for each address. Undefined if the addresses need none. */
  query?: string;
  widths: number[];
}

/** Returns the `src` and `srcSet` of an image from the picture's stored sizes. */
export function pictureSource({ url, query = '', widths }: Stored) {
  const largest = widths.at(-1);
  if (!largest) return { src: url, srcSet: undefined };
  const variant = (width: number) => `${url}/${width}.webp${query}`;
  return { src: variant(largest), srcSet: widths.map((width) => `${variant(width)} ${width}w`).join(', ') };
}

/**
 * Returns the `src` and `srcSet` of a profile picture that is shown `size` px wide. If the address ends in /256.webp, the same
 * folder contains the other sizes.
 */
export function avatarSource(address: string, size: number) {
  if (!address.endsWith('/256.webp')) return { src: address, srcSet: undefined };
  const variant = (width: number) => address.replace(/256\.webp$/, `${width}.webp`);
  if (size <= 64) return { src: variant(128), srcSet: undefined };
  return { src: address, srcSet: `${address} 256w, ${variant(512)} 512w`, sizes: `${size}px` };
}

/** The widths at which pictures are shown, in the format of an image's `sizes` attribute. */
export const feedSizes = '(min-width: 43.75rem) 600px, 100vw';
export const articleSizes = '(min-width: 56.25rem) 580px, 100vw';
export const tileSizes = '(min-width: 62rem) 310px, 33vw';
