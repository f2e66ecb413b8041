import type { PostPicture } from '@kith/contracts';
import type { MorePicture } from '@kith/db';
import { type RefusalCode, refusals } from '../errors.ts';
import { postImageUrl } from '../users/userView.ts';
import type { PictureAddress, PictureAddresses } from './pictureAddresses.ts';

/** A picture of a post or a message, as statements return it. */
export type PictureRow = Omit<MorePicture, 'key' | 'status'> & {
  key: string;
  status: PostPicture['status'];
  /** Whether everybody may see the picture. */
  public: boolean;
  /** The only reader who may use the URL of a chat's picture. */
  member?: number;
};

/** The address of the file of a processed video or voice message; null if there is none. */
export const mediaUrl = (
  at: PictureAddress,
  { media, container }: Pick<PictureRow, 'media' | 'container'>,
): string | null => (container === null ? null : `${at.folder}/${media}.${container}${at.query}`);

/** The refusal that the column `failure` of an image names; undefined if it names none. */
export function uploadFailure(failure: string | null | undefined): { code: RefusalCode; details?: string } | undefined {
  const [code = '', details] = failure?.split(' ') ?? [];
  return code in refusals ? { code: code as RefusalCode, ...(details !== undefined && { details }) } : undefined;
}

/** The field `failure` of a view, of an image that failed for a reason that can be named. */
export function failureField({ status, failure }: Pick<PictureRow, 'status' | 'failure'>) {
  const named = status === 'failed' ? uploadFailure(failure) : undefined;
  return named && { failure: named };
}

/** Makes the API's view of a picture or a video. A picture that is not ready has no file, so its URL is not signed. */
export function pictureView(address: PictureAddresses, row: PictureRow): PostPicture {
  const { id, alt, status, key, widths, width, height, thumbhash, member } = row;
  const at = address(key, row.public || status !== 'ready', member);
  const imageUrl = status === 'ready' ? postImageUrl(at, widths) : null;
  return {
    ...{ imageId: id, imageUrl, alt, status, url: at.folder, query: at.query, widths, width, height, thumbhash },
    kind: row.media === 'video' ? 'video' : 'picture',
    videoUrl: mediaUrl(at, row),
    durationMs: row.duration_ms,
    ...failureField(row),
  };
}
