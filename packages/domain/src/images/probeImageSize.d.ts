declare module 'probe-image-size/stream.js' {
  import type { Transform } from 'node:stream';

  interface Size {
    width: number;
    height: number;
    /** The orientation of EXIF, from 1 to 8. */
    orientation?: number;
  }

  /** For each format, a stream that reads a file and yields at most one size, and does not need the whole file. */
  const probe: {
    parsers: Record<'jpeg' | 'png' | 'webp' | 'avif' | 'gif', () => Transform & AsyncIterable<Size>>;
  };
  export = probe;
}
