export type ImageKind = 'post' | 'profile' | 'link';

/** A size in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** One variant: the number in its file name, and its WebP bytes. */
export interface Variant {
  width: number;
  bytes: Buffer;
}

/** A request to the child process. The upload is passed as a file, so that only the child holds its bytes. */
export interface ImagingRequest {
  kind: ImageKind;
  path: string;
  /** The number of pixels that the upload's header declares. */
  pixels: number;
}

/** The result for one upload. */
export interface MadeImage {
  /** The size of the upright original in pixels. */
  size: Size;
  variants: Variant[];
  /** The thumbhash in base64. */
  thumbhash: string;
}

/**
 * The messages of the child process: `started` when it has loaded its code and begins with an upload, then the result. `unreadable`
 * distinguishes a fault of the upload from a fault of the server.
 */
export type ImagingAnswer = { started: true } | { made: MadeImage } | { error: string; unreadable: boolean };

/** Thrown when an upload is not a supported picture, so that a retry would not help. */
export class UnreadableImage extends Error {
  override name = 'UnreadableImage';
}
