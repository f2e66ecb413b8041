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
export interface PictureRequest {
  kind: ImageKind;
  path: string;
  /** The number of pixels that the upload's header declares. */
  pixels: number;
}

/** A request to write a video or a voice message to the new file `to`. `poster` is a picture of a video, if there is one. */
export interface MediaRequest {
  media: 'video' | 'voice';
  path: string;
  to: string;
  poster: string | null;
  maxSeconds: number;
}

export type ImagingRequest = PictureRequest | MediaRequest;

/** What was written for a video or a voice message; `size` is the upright size of the picture, null for a voice message. */
export interface RewrittenMedia {
  container: 'mp4' | 'webm';
  durationMs: number;
  size: Size | null;
}

/** The result for one upload. */
export interface MadeImage {
  /** The size of the upright original in pixels. */
  size: Size;
  variants: Variant[];
  /** The thumbhash in base64. */
  thumbhash: string;
}

/** The result for a video or a voice message, which has no poster. */
export interface MadeMedia {
  media: RewrittenMedia;
  poster: MadeImage | null;
}

export type Made = MadeImage | MadeMedia;

/**
 * The messages of the child process: `started` when it has loaded its code and begins with an upload, then the result. `unreadable`
 * distinguishes a fault of the upload from a fault of the server.
 */
export type ImagingAnswer =
  | { started: true }
  | { made: Made }
  | { error: string; unreadable: boolean; failure: string | null };

/** Thrown when the system has killed the imaging process, which it kills first when the machine's memory is used up. */
export class ImagingKilled extends Error {
  override name = 'ImagingKilled';

  constructor() {
    super('the imaging process was killed: there is not enough memory');
  }
}

/**
 * Thrown when an upload is not supported, so that a retry would not help. `failure` is the code of the refusal if there is a more
 * telling one than `image-unreadable`, and the codec that is not taken.
 */
export class UnreadableImage extends Error {
  override name = 'UnreadableImage';
  readonly failure: string | null;

  constructor(message: string, failure: string | null = null) {
    super(message);
    this.failure = failure;
  }
}
