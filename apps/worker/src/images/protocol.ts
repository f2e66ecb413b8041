export type ImageKind = 'post' | 'profile';

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** One picture made from an upload: the number in its file's name, and its WebP bytes. */
export interface Variant {
  width: number;
  bytes: Buffer;
}

/** What the child process is asked for: the upload lies in a file, so that its bytes are in no memory but the child's. */
export interface ImagingRequest {
  kind: ImageKind;
  path: string;
  /** As the upload's header says. */
  pixels: number;
}

/** Everything made from one upload. */
export interface MadeImage {
  /** Of the original, upright, in pixels. */
  size: Size;
  variants: Variant[];
  /** Base64. */
  thumbhash: string;
}

/** What it answers; `unreadable` tells a fault of the bytes from one of ours. */
export type ImagingAnswer = { made: MadeImage } | { error: string; unreadable: boolean };

/** The bytes of an upload are no picture that we take. Trying again would not help. */
export class UnreadableImage extends Error {
  override name = 'UnreadableImage';
}
