import { Failure } from '../failure.ts';
import { memberKey } from '../member.ts';

const databaseName = 'kith-outbox';
const storeName = 'pictures';

function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}

async function inTransaction<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await asPromise(opening);
  try {
    return await asPromise(work(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    database.close();
  }
}

/** What the author of a video has chosen. Times are seconds of the chosen file. */
export interface VideoEdits {
  start: number;
  /** Null for the end of the file. */
  end: number | null;
  quarterTurns: number;
  muted: boolean;
  /** When the poster is taken; null for the first frame that is not black. */
  posterAt: number | null;
}

/** A picture, a video or the sound of a voice message, as the browser's database stores it. */
export interface StoredPicture {
  /** The picture's client id. */
  id: string;
  file: Blob;
  /** The description by the author. */
  alt: string;
  /** The picture's position in the post. */
  position?: number;
  /** The picture's size in pixels, if the browser could decode it. */
  width?: number | undefined;
  height?: number | undefined;
  /** The upload of the file, once some of it was sent in parts. */
  uploadId?: string | undefined;
  /** Set for a video, which is shown as its poster until it is played. */
  video?: { poster: Blob; durationMs: number } | undefined;
  /** Set for a video whose `file` is still to be prepared. */
  edits?: VideoEdits | undefined;
}

/** Returns the pictures that are stored for an outbox entry, in order. */
export const readPictures = (id: string): Promise<StoredPicture[]> =>
  inTransaction<StoredPicture[] | undefined>('readonly', (store) => store.get(memberKey(id))).then(
    (stored) => stored ?? [],
    () => [],
  );
const writePictures = (id: string, pictures: StoredPicture[]): Promise<unknown> =>
  inTransaction('readwrite', (store) => store.put(pictures, memberKey(id)));

/**
 * Stores the pictures of a waiting post, in order. If the browser cannot store them, throws `network`, as for a lost
 * connection.
 */
export const storePictures = (id: string, pictures: StoredPicture[]): Promise<unknown> =>
  writePictures(id, pictures).catch(() => {
    throw new Failure('network');
  });

export const deletePictures = (id: string): Promise<unknown> =>
  inTransaction('readwrite', (store) => store.delete(memberKey(id))).catch(() => undefined);

const draftKey = (draft: string): string => `draft.${draft}`;

/** Stores the pictures of a draft, in order. A failure is ignored: the pictures are then lost only if the page is reloaded. */
export const storeDraftPictures = (draft: string, pictures: StoredPicture[]): Promise<unknown> =>
  writePictures(draftKey(draft), pictures).catch(() => undefined);

export const readDraftPictures = (draft: string): Promise<StoredPicture[]> => readPictures(draftKey(draft));

export const deleteDraftPictures = (draft: string): Promise<unknown> => deletePictures(draftKey(draft));

/** Deletes all stored pictures of all members, both those in the outbox and those of drafts. */
export const deleteAllPictures = (): Promise<unknown> =>
  inTransaction('readwrite', (store) => store.clear()).catch(() => undefined);
