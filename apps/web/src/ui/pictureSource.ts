/** The frame of a picture: its own ratio, held between 4:5 and 16:9. */
export const frameRatio = (width: number | null, height: number | null): number =>
  Math.min(16 / 9, Math.max(4 / 5, (width ?? 1) / (height ?? 1)));

interface Stored {
  url: string;
  /** Undefined for a picture on this device. */
  query?: string;
  widths: number[];
}

/** The stored sizes of a picture, as attributes of an image. */
export function pictureSource({ url, query = '', widths }: Stored) {
  const largest = widths.at(-1);
  if (!largest) return { src: url, srcSet: undefined };
  const variant = (width: number) => `${url}/${width}.webp${query}`;
  return { src: variant(largest), srcSet: widths.map((width) => `${variant(width)} ${width}w`).join(', ') };
}

/**
 * The sizes of a profile picture that is shown `size` px wide; its address ends in /256.webp, the others are in the same folder.
 */
export function avatarSource(address: string, size: number) {
  if (!address.endsWith('/256.webp')) return { src: address, srcSet: undefined };
  const variant = (width: number) => address.replace(/256\.webp$/, `${width}.webp`);
  if (size <= 64) return { src: variant(128), srcSet: undefined };
  return { src: address, srcSet: `${address} 256w, ${variant(512)} 512w`, sizes: `${size}px` };
}

/** How wide pictures are shown, as the `sizes` of an image. */
export const feedSizes = '(min-width: 43.75rem) 600px, 100vw';
export const tileSizes = '(min-width: 62rem) 310px, 33vw';
