import { Failure } from '../failure.ts';
import { memberKey } from '../member.ts';

const name = 'kith-outbox';
const table = 'pictures';

function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(table);
  const database = await asPromise(opening);
  try {
    return await asPromise(work(database.transaction(table, mode).objectStore(table)));
  } finally {
    database.close();
  }
}

/** Stores a chosen picture over a reload. If the browser cannot, it fails as if there were no connection. */
export const keepPicture = (id: string, picture: Blob): Promise<unknown> =>
  within('readwrite', (store) => store.put(picture, memberKey(id))).catch(() => {
    throw new Failure('network');
  });

export const keptPicture = (id: string): Promise<Blob | undefined> =>
  within<Blob | undefined>('readonly', (store) => store.get(memberKey(id))).catch(() => undefined);

export const dropPicture = (id: string): Promise<unknown> =>
  within('readwrite', (store) => store.delete(memberKey(id))).catch(() => undefined);

const draftName = (draft: string): string => `draft.${draft}`;

/** The pictures of a draft, in order. Without storage only the draft is lost. */
export const keepDraftPictures = (draft: string, pictures: File[]): Promise<unknown> =>
  within('readwrite', (store) => store.put(pictures, memberKey(draftName(draft)))).catch(() => undefined);

export const keptDraftPictures = (draft: string): Promise<File[]> =>
  within<File[] | undefined>('readonly', (store) => store.get(memberKey(draftName(draft)))).then(
    (pictures) => pictures ?? [],
    () => [],
  );

export const dropDraftPictures = (draft: string): Promise<unknown> => dropPicture(draftName(draft));

/** All stored pictures of any member: those in the outbox and those of drafts. */
export const dropPictures = (): Promise<unknown> =>
  within('readwrite', (store) => store.clear()).catch(() => undefined);
