import { maxPictures } from '@kith/contracts/lengths';
import { readPictures, type StoredPicture } from '../../lib/outbox/pictures.ts';
import type { OutboxEntry } from '../../lib/outbox/store.ts';
import { createStore } from '../../lib/store.ts';
import type { PictureOfPost, PostView } from '../../lib/types.ts';

/** A picture that is shown from its file, with an object URL, and the image id that the server gave it. `url` is a video's poster. */
export interface LocalPicture extends StoredPicture {
  url: string;
  videoUrl?: string | undefined;
  imageId?: number;
}

/** Returns a picture as the browser's database stores it, without its object URLs. */
export const storable = ({ url: _, videoUrl: __, imageId: ___, ...picture }: LocalPicture): StoredPicture => picture;

/**
 * The pictures of the posts that this page sends, by outbox id. Those of the last sent post stay, so that no picture is replaced
 * while it is on the screen. If the browser has no storage, the files in this store are uploaded.
 */
export const localPictures = createStore<Readonly<Record<string, LocalPicture[]>>>({});

/** The outbox ids of posts that this page has sent, by post id. */
const sentIds = new Map<number, string>();

export const recordSent = (postId: number, id: string): unknown => sentIds.set(postId, id);

/** Returns the outbox id under which this page has sent the post. */
export const sentId = (postId: number): string | undefined => sentIds.get(postId);

/** Releases the pictures of a post, whose card then shows those of the server. */
export function forgetPictures(id: string): void {
  const { [id]: pictures = [], ...others } = localPictures.get();
  localPictures.set(others);
  for (const { url, videoUrl } of pictures) for (const each of [url, videoUrl]) if (each) URL.revokeObjectURL(each);
}

/** Gives a picture its object URLs. A video that is not prepared yet has none. */
function withUrls(picture: StoredPicture): LocalPicture {
  const { file, video, edits } = picture;
  const url = edits ? '' : URL.createObjectURL(video?.poster ?? file);
  return { ...picture, url, videoUrl: video && URL.createObjectURL(file) };
}

/** Keeps the pictures of a new post, and releases those of posts whose pictures the server has. */
export function keepPictures(id: string, pictures: StoredPicture[]): LocalPicture[] {
  for (const [sent, local] of Object.entries(localPictures.get()))
    if (local.every(({ imageId }) => imageId !== undefined)) forgetPictures(sent);
  const kept = pictures.map(withUrls);
  localPictures.set({ ...localPictures.get(), [id]: kept });
  return kept;
}

/** Returns the pictures of a waiting post, from this page or, after a reload, from the browser's storage. */
export async function loadPictures(id: string): Promise<LocalPicture[]> {
  const stored = localPictures.get()[id] ? [] : await readPictures(id);
  return localPictures.get()[id] ?? keepPictures(id, stored);
}

/** Returns those pictures of a waiting post that are to be prepared. Another page may have prepared what this one has read before. */
export async function readUnprepared(id: string): Promise<LocalPicture[]> {
  const isUnprepared = ({ edits }: StoredPicture) => edits !== undefined;
  const local = await loadPictures(id);
  if (!local.some(isUnprepared)) return [];
  const stored = await readPictures(id);
  for (const picture of stored) if (!isUnprepared(picture)) recordPrepared(id, picture);
  return (await loadPictures(id)).filter(isUnprepared);
}

function replacePicture(id: string, pictureId: string, change: (picture: LocalPicture) => LocalPicture): void {
  const all = localPictures.get();
  const changed = all[id]?.map((picture) => (picture.id === pictureId ? change(picture) : picture));
  if (changed) localPictures.set({ ...all, [id]: changed });
}

export const recordUploaded = (id: string, pictureId: string, imageId: number): void =>
  replacePicture(id, pictureId, (picture) => ({ ...picture, imageId }));

/** Puts a prepared video in the place of the chosen file, if that is still there. */
export const recordPrepared = (id: string, prepared: StoredPicture): void =>
  replacePicture(id, prepared.id, (picture) => (picture.edits ? withUrls(prepared) : picture));

/** Forgets all pictures, before another member uses this page. */
export function clearLocalPictures(): void {
  for (const id of Object.keys(localPictures.get())) forgetPictures(id);
  sentIds.clear();
}

const drawn = ({ url, videoUrl, video, edits, alt, position = 0, width, height }: LocalPicture): PictureOfPost => ({
  // The same id before and after the upload, so that the picture stays in its place on the screen.
  imageId: -1 - position,
  imageUrl: url,
  status: edits ? 'processing' : 'ready',
  url,
  query: '',
  widths: [],
  width: width ?? null,
  height: height ?? null,
  thumbhash: null,
  kind: video || edits ? 'video' : 'picture',
  videoUrl: videoUrl ?? null,
  durationMs: video?.durationMs ?? null,
  alt: alt || null,
});

/**
 * Returns the post with its pictures from their files. While they are being sent, `total` is the number of pictures that the post
 * will have at most, and those that the server does not have yet are added at their positions. Pictures are sent in order, so if
 * a response was lost in a reload, or a live event came before it, the first of these have already arrived.
 */
export function withLocalPictures(post: PostView, pictures: LocalPicture[], total = 0): PostView {
  const unsent = pictures.filter((picture) => !post.images.some(({ imageId }) => imageId === picture.imageId));
  const room = Math.max(0, total - post.images.length);
  const arrivedCount = total > 0 ? Math.max(0, unsent.length - room) : unsent.length;
  const arrived = total > 0 ? unsent.slice(0, arrivedCount).filter(({ imageId }) => imageId === undefined) : [];
  const images = post.images.map((image, index) => {
    const own =
      pictures.find(({ imageId }) => imageId === image.imageId) ??
      arrived.find(({ position = 0 }) => position === index);
    return own ? { ...drawn(own), alt: image.alt } : image;
  });
  for (const picture of unsent.slice(arrivedCount)) images.splice(picture.position ?? images.length, 0, drawn(picture));
  const imagesCount = Math.max(post.imagesCount, images.length);
  return { ...post, images: images.slice(0, maxPictures), imagesCount, image: images[0] ?? null };
}

/** Returns a published post with its pictures from their files, if this page has them. `entry` is set while they are being sent. */
export function withSentPictures(
  post: PostView,
  entry: OutboxEntry<'post'> | undefined,
  all: Readonly<Record<string, LocalPicture[]>>,
): PostView {
  const id = entry?.id ?? sentId(post.postId);
  const local = id === undefined ? undefined : all[id];
  if (!local) return post;
  // What is added to an album comes after pictures that this page may not have.
  const most = post.album ? 0 : maxPictures;
  return withLocalPictures(post, local, entry?.payload.edited ? most : entry?.payload.pictures);
}
