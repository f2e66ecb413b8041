import type { StoredPicture } from '../../../lib/outbox/pictures.ts';
import { isWaiting } from '../../../lib/outbox/store.ts';

/**
 * Pictures that were sent from this page, by client id. The page shows these files until the server has processed them. If the
 * browser has no storage, the files in this map are uploaded. Cleared before another member uses this page.
 */
export const localPictures = new Map<string, StoredPicture>();
const maxLocalPictures = 30;

export function remember(picture: StoredPicture): void {
  localPictures.set(picture.id, picture);
  for (const id of localPictures.keys())
    if (localPictures.size > maxLocalPictures && !isWaiting(id)) localPictures.delete(id);
}

/** Returns the file of a picture or a voice message, or the poster of a video. */
export function localPicture(id: string): Blob | undefined {
  const picture = localPictures.get(id);
  return picture?.video?.poster ?? picture?.file;
}
