import { Failure, failureOf } from '../failure.ts';
import { uploadFile } from '../upload.ts';
import type { StoredPicture } from './pictures.ts';

/** The size in bytes up to which a file goes in one request. */
const maxWholeBytes = 8 * 2 ** 20;

interface Upload {
  onProgress: (fraction: number) => void;
  signal?: AbortSignal;
  /** Stores the picture, whose upload has begun or is of no use any more. */
  store: (uploadId: string | undefined) => Promise<unknown>;
}

/** Code that cannot be loaded is a lost connection. */
const loadParts = () =>
  import('../uploadInParts.ts').catch(() => {
    throw new Failure('network');
  });

/**
 * Sends the file of a stored picture in parts, from where an earlier attempt has ended. Returns the id of its upload. An upload that
 * is gone may have been used, which only the next request can tell.
 */
async function sendParts({ file, uploadId }: StoredPicture, { onProgress, signal, store }: Upload): Promise<string> {
  const { openUpload, sendInParts } = await loadParts();
  const address = uploadId ? `/uploads/${uploadId}` : await openUpload('/uploads', file.size, signal);
  const id = address.slice('/uploads/'.length);
  if (!uploadId) await store(id);
  const onBreak = async ({ message }: Failure) => {
    throw new Failure('network', message);
  };
  try {
    await sendInParts(file, address, { from: uploadId ? null : 0, signal, onProgress, onBreak });
  } catch (error) {
    if (failureOf(error).code !== 'not-found') throw error;
  }
  return id;
}

/**
 * Uploads a picture or a video that waits in the outbox; idempotent per picture id. A large file goes in parts, and a later attempt
 * continues where this one ends.
 */
export async function uploadStored<T>(path: string, picture: StoredPicture, upload: Upload): Promise<T> {
  const { id, file, alt, video } = picture;
  const { onProgress, signal, store } = upload;
  const fields = { alt, clientId: id, ...(video && { poster: video.poster }) };
  if (file.size <= maxWholeBytes) return uploadFile<T>(path, file, onProgress, fields, signal);
  const uploadId = await sendParts(picture, upload);
  try {
    return await uploadFile<T>(path, null, undefined, { ...fields, uploadId }, signal);
  } catch (error) {
    if (failureOf(error).code !== 'upload-incomplete' || signal?.aborted) throw error;
    // The upload has expired, or is used by a picture that is gone: the next attempt begins anew.
    await store(undefined);
    throw new Failure('network');
  }
}
