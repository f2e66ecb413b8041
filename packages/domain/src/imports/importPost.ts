import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Audience, ImportReason } from '@kith/contracts';
import { Image, imageQueries, importQueries, Post } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal, type RefusalCode } from '../errors.ts';
import { createEvent } from '../events/writeEvent.ts';
import { removeImages, type StoredOriginal, storedBytes, storePictureOrVideo } from '../images/imageFiles.ts';
import { checkImage, headOf, maxImageBytes } from '../images/imageRules.ts';
import { containerOf } from '../images/mediaFormat.ts';
import { createPoll } from '../polls/writePoll.ts';
import { deletePost } from '../posts/changePost.ts';
import { postPicture, withPictures } from '../posts/postPicture.ts';
import { postWords, putDescribed } from '../search/words.ts';
import { readServerSettings } from '../server/serverSettings.ts';
import { type Archive, type ArchiveFile, isServerFault, readFileOf } from './archive.ts';
import { type ArchivePost, maxPicturesOf, pictureId } from './archivePost.ts';
import { fillGap } from './gaps.ts';

/** Creates the variants of a picture. The worker provides this function, which is the same for uploads and imports. */
export type MakePicture = (imageId: number) => Promise<void>;

/** The reasons shown to a member for a picture that cannot be used. */
const reasons: Partial<Record<RefusalCode, ImportReason>> = {
  'image-unsupported': 'unsupported-picture',
  'image-heic': 'unsupported-picture',
  'image-too-large': 'too-large-picture',
  'image-too-many-pixels': 'too-large-picture',
  'avif-too-many-pixels': 'too-large-picture',
  'image-side-too-long': 'too-large-picture',
  'image-unreadable': 'unreadable-picture',
  'unsupported-video': 'video',
  'video-too-large': 'video',
};

type Original = StoredOriginal;

interface StoredPicture {
  original: Original;
  alt: string | null;
  at: number;
}

/** Copies a file of the archive to `path`. */
const extract = async (archive: Archive, file: ArchiveFile, path: string): Promise<void> =>
  pipeline(await readFileOf(archive, file), createWriteStream(path, { flags: 'wx', mode: 0o600 }));

/** Returns the reason why a file cannot be used. Throws an error that is not the file's fault. */
function reasonOf(error: unknown): ImportReason {
  const reason = error instanceof Refusal ? reasons[error.code] : undefined;
  if (reason) return reason;
  if (isServerFault(error) || (error as { why?: string }).why === 'archive-gone') throw error;
  return 'unreadable-picture';
}

/** Copies the poster of a video to `path`. Returns undefined if there is none that can be used. */
async function extractPoster(archive: Archive, poster: ArchiveFile | undefined, path: string) {
  if (!poster || poster.size > maxImageBytes) return undefined;
  try {
    await extract(archive, poster, path);
    await checkImage({ file: path });
    return { file: path };
  } catch (error) {
    reasonOf(error);
    return undefined;
  }
}

/** Stores a picture of the archive as an upload, or returns the reason why it cannot be used. A video must fit in `freeBytes`. */
async function storePicture(
  ctx: Context,
  archive: Archive,
  { file, poster }: Pick<ArchivePost['pictures'][number], 'file' | 'poster'>,
  freeBytes: number,
): Promise<Original | ImportReason> {
  const isVideo = /\.(mp4|mov|m4v|webm)$/i.test(file.name);
  const { maxVideoBytes } = await readServerSettings(ctx);
  if (file.size > (isVideo ? maxVideoBytes : maxImageBytes)) return isVideo ? 'video' : 'too-large-picture';
  const [temporary, posterPath] = [await ctx.storage.temporaryPath(), await ctx.storage.temporaryPath()];
  try {
    await extract(archive, file, temporary);
    if (containerOf(await headOf({ file: temporary })) !== null && file.size > freeBytes) return 'storage-full';
    return await storePictureOrVideo(
      ctx,
      { file: temporary },
      { poster: await extractPoster(archive, poster, posterPath) },
    );
  } catch (error) {
    return reasonOf(error);
  } finally {
    for (const path of [temporary, posterPath]) await rm(path, { force: true });
  }
}

/**
 * Before each picture, an import waits while another member's new upload is processed, because one picture uses all cores of a
 * small machine. These are the maximum wait and the interval of the checks, in milliseconds.
 */
const maxWaitMs = 5_000;
const pollMs = 50;

async function waitForUploads(ctx: Context, { userId }: Actor): Promise<void> {
  const until = performance.now() + maxWaitMs;
  while (performance.now() < until && (await ctx.db.run(importQueries.uploading, [userId])).length > 0)
    await wait(pollMs);
}

interface Outcome {
  /** Whether the post exists. */
  done: boolean;
  skipped: { name: string; why: ImportReason }[];
}

/** The post that need not be imported, because it exists: the one with the client id or, if it is given, with its own id. */
const knownPost = (ctx: Context, author: number, clientId: string, id: number | null) =>
  ctx.db
    .em()
    .findOne(Post, { author, $or: [{ clientId }, ...(id === null ? [] : [{ id }])] }, { orderBy: { id: 'asc' } });

const picturesOf = (ctx: Context, postId: number, status: Image['status']) =>
  ctx.db.em().find(Image, { postId, kind: 'post', status }, { orderBy: { position: 'asc', id: 'asc' } });

/**
 * Imports one post of a member with its pictures, each of which is processed like an upload. Idempotent. Returns null if the
 * member's account is gone.
 */
export async function importPost(
  ctx: Context,
  actor: Actor,
  archive: Archive,
  post: ArchivePost,
  audience: Audience | null,
  makePicture: MakePicture,
): Promise<Outcome | null> {
  const skipped: Outcome['skipped'] = [];
  const known = await knownPost(ctx, actor.userId, post.clientId, post.ownId);
  if (known && known.id === post.ownId) return { done: true, skipped };
  // The member has deleted the post that these pictures would complete.
  if (!known && post.gap?.isNew === false) {
    await fillGap(ctx, post, true);
    return { done: true, skipped };
  }
  const postId = known?.id ?? (await create());
  if (postId === null) return null;
  if (known && post.gap) await complete(known.id);
  if (postId === 'empty') return { done: false, skipped };
  // The query also returns pictures that a killed worker left unfinished.
  for (const { id } of await picturesOf(ctx, postId, 'processing')) {
    await waitForUploads(ctx, actor);
    await makePicture(id);
  }
  const failed = await picturesOf(ctx, postId, 'failed');
  for (const { id, media } of failed) {
    await postPicture.discard(ctx, id);
    skipped.push({ name: '', why: media === 'video' ? 'video' : 'unreadable-picture' });
  }
  // Not before, because nobody is notified of pictures that are imported.
  if (post.album) await ctx.db.em().nativeUpdate(Post, { id: postId, kind: null }, { kind: 'album' });
  await fillGap(ctx, post);
  const left = await picturesOf(ctx, postId, 'ready');
  const isEmpty = failed.length > 0 && left.length === 0 && post.caption === '';
  if (isEmpty) await deletePost(ctx, actor, { postId });
  return { done: !isEmpty, skipped };

  async function storePictures(): Promise<StoredPicture[]> {
    const originals: StoredPicture[] = [];
    let remainingBytes = ctx.settings.memberStorage - (await storedBytes(ctx.db, actor));
    for (const { file, poster, alt, at } of post.pictures) {
      const picture =
        remainingBytes > 0 ? await storePicture(ctx, archive, { file, poster }, remainingBytes) : 'storage-full';
      if (typeof picture === 'string') skipped.push({ name: file.name, why: picture });
      else {
        originals.push({ original: picture, alt, at });
        remainingBytes -= picture.bytes;
      }
    }
    return originals;
  }

  /** Adds the pictures, each in its place, to the post that was imported before without them. */
  async function complete(id: number): Promise<void> {
    for (const { original, alt, at } of await storePictures()) {
      const added = await withPictures(ctx, actor, id, async (tx) => {
        const first = { orderBy: { position: 'asc nulls first', id: 'asc' } } as const;
        const placed = await tx.em().find(Image, { postId: id, kind: 'post' }, first);
        const before = new Set(Array.from({ length: at }, (_, earlier) => pictureId(post.clientId, earlier)));
        const position = placed.findLastIndex(({ clientId }) => before.has(clientId ?? '')) + 1;
        const [row] = await tx.run(imageQueries.add, [id, actor.userId, ...valuesOf(original, alt, at)]);
        if (!row?.added) return null;
        await tx.run(imageQueries.move, [id, row.id, position]);
        if (alt) await putDescribed(tx, id);
        return row;
      });
      if (!added) await removeImages(ctx, [original.key]);
    }
  }

  function valuesOf({ key, width, height, bytes, media }: Original, alt: string | null, at: number) {
    return [key, width, height, bytes, alt, pictureId(post.clientId, at), maxPicturesOf(post), media] as const;
  }

  async function create(): Promise<number | 'empty' | null> {
    const originals = await storePictures();
    if (post.caption === '' && originals.length === 0) return 'empty';
    const created = await ctx.db.transaction(async (tx) => {
      const { caption, location, clientId, comments, frozenAt, createdAt, editedAt, expiresAt } = post;
      const words = postWords({ caption, location, alts: originals.flatMap(({ alt }) => alt ?? []) });
      const times = [createdAt, editedAt, expiresAt] as const;
      const shared = audience ?? post.audience;
      const frozen = shared === post.audience ? frozenAt : null;
      const values = [caption, location, clientId, shared, comments, ...times, words, frozen] as const;
      const [row] = await tx.run(importQueries.post, [actor.userId, ...values]);
      if (!row) return null;
      if (post.event) await createEvent(ctx, tx, row.id, post.event);
      if (post.poll) await createPoll(tx, { post: row.id }, post.poll);
      const kind = post.event ? 'event' : post.poll ? 'poll' : null;
      if (kind) await tx.em().nativeUpdate(Post, { id: row.id }, { kind });
      for (const { original, alt, at } of originals)
        await tx.run(imageQueries.add, [row.id, actor.userId, ...valuesOf(original, alt, at)]);
      return row.id;
    });
    if (created !== null) return created;
    await removeImages(
      ctx,
      originals.map(({ original }) => original.key),
    );
    // Another run of the same job was faster, or the member's account is gone.
    return (await knownPost(ctx, actor.userId, post.clientId, null))?.id ?? null;
  }
}
