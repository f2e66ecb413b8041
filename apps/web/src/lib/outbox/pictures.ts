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

/** A picture as it is stored in the browser. */
export interface KeptPicture {
  /** The picture's client id. */
  id: string;
  file: Blob;
  /** The author's description. */
  alt: string;
  /** The picture's position in the post. */
  position?: number;
}

/** Converts what is stored to an array; earlier versions stored a bare file. */
const asKept = (stored: unknown, id: string): KeptPicture[] =>
  [stored ?? []]
    .flat()
    .map((each) => (each instanceof Blob ? { id, file: each, alt: '', position: 0 } : (each as KeptPicture)));

const read = (id: string): Promise<KeptPicture[]> =>
  within<unknown>('readonly', (store) => store.get(memberKey(id))).then(
    (stored) => asKept(stored, id),
    () => [],
  );
const put = (id: string, pictures: KeptPicture[]): Promise<unknown> =>
  within('readwrite', (store) => store.put(pictures, memberKey(id)));

/** Stores the pictures of a waiting post, in order. If the browser cannot, fails with `network`, as without a connection. */
export const keepPictures = (id: string, pictures: KeptPicture[]): Promise<unknown> =>
  put(id, pictures).catch(() => {
    throw new Failure('network');
  });

export const keptPictures = read;

export const dropKeptPictures = (id: string): Promise<unknown> =>
  within('readwrite', (store) => store.delete(memberKey(id))).catch(() => undefined);

const draftName = (draft: string): string => `draft.${draft}`;

/** Stores the pictures of a draft, in order. If the browser cannot, only a reload would lose them. */
export const keepDraftPictures = (draft: string, pictures: KeptPicture[]): Promise<unknown> =>
  put(draftName(draft), pictures).catch(() => undefined);

export const keptDraftPictures = (draft: string): Promise<KeptPicture[]> => read(draftName(draft));

export const dropDraftPictures = (draft: string): Promise<unknown> => dropKeptPictures(draftName(draft));

/** Deletes all stored pictures, of any member: those in the outbox and those of drafts. */
export const dropPictures = (): Promise<unknown> =>
  within('readwrite', (store) => store.clear()).catch(() => undefined);
