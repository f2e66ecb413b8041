import type { Image, Transaction } from '@kith/db';
import type { Actor, Context, KnownActor } from '../context.ts';
import type { FileContent } from '../ports.ts';

/** The fields that an upload may have beside the file. */
export interface PictureFields {
  alt?: string | null | undefined;
  /** A repeated upload with the same client id adds no second picture. */
  clientId?: string | undefined;
  /** The upload whose parts are the file. */
  uploadId?: number | undefined;
  /** Takes the upload, in the transaction that attaches it: of several calls that name it, one succeeds. */
  takeUpload?: ((tx: Transaction) => Promise<void>) | undefined;
  /** The MIME type that the client gives for the file. The content decides what the file is. */
  type?: string | undefined;
  /** A picture for a video. */
  poster?: FileContent | undefined;
  /** The loudness of a voice message over its length. */
  peaks?: number[] | undefined;
}

/**
 * Handles the pictures of one kind, for example profile pictures. Each feature that has pictures defines its handler, and apps/api
 * and apps/worker pass it to the functions of this folder, which know no feature. `Target` identifies what the picture is for,
 * such as a post.
 */
export interface PictureHandler<Target = never, Attached extends { imageId: number } = { imageId: number }> {
  /**
   * The set of variants that is made of these pictures: whole pictures for posts, small squares for profiles, or small whole
   * pictures for links.
   */
  variants: 'post' | 'profile' | 'link';

  /** Checks permissions and the limits of the feature, before any byte of an upload is read. */
  authorize(ctx: Context, actor: KnownActor, target: Target): Promise<void>;

  /**
   * Stores an upload and records the job that processes it. The id of the image is 0 if the upload is a repeat and its picture
   * has been deleted since. Throws the refusals of an unsuitable image.
   */
  attach(ctx: Context, actor: Actor, target: Target, content: FileContent, fields?: PictureFields): Promise<Attached>;

  /** Returns what an earlier upload of the caller with this client id has attached; null if there was none. */
  findAttached?(ctx: Context, actor: Actor, target: Target, clientId: string): Promise<Attached | null>;

  /**
   * Shows a picture, in the transaction that makes it ready. Returns the keys of images whose files are not needed any more,
   * such as those of the picture that it replaces.
   */
  show(tx: Transaction, image: Image): Promise<string[]>;

  /** Whether the row of a failed picture is kept, because members already see a placeholder for it. */
  showsFailure(tx: Transaction, image: Image): Promise<boolean>;

  /** Publishes, after the commit, what has changed because the picture is ready or was given up. */
  announce(ctx: Context, image: Image, status: 'ready' | 'failed'): Promise<void>;

  /** Removes a failed picture, because the response to its upload reports the failure. */
  discard(ctx: Context, imageId: number): Promise<void>;
}

/** The handler of every kind of picture. A missing kind is a compile error. */
export type PictureHandlers = Record<Image['kind'], PictureHandler>;
