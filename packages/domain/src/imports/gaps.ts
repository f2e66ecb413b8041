import { ImportGap } from '@kith/db';
import type { Context } from '../context.ts';
import type { ArchiveFile } from './archive.ts';
import {
  type ArchiveItem,
  type ArchivePost,
  type IncompletePost,
  type MissingPicture,
  reportNameOf,
} from './archivePost.ts';
import { attachmentFinder } from './sources/mastodon.ts';

export interface GapSearch {
  ctx: Context;
  /** The files of the archive. */
  files: readonly ArchiveFile[];
  /** The member whose posts are imported. */
  userId: number;
  importId: number;
}

/** The number of gaps that are read at once. */
const batch = 200;

/** Finds a file by its path, or by its path below the folder that its archive is packed in. */
function pathFinder(files: readonly ArchiveFile[]): (path: string) => ArchiveFile | null {
  const found = new Map(files.map((file) => [file.name.slice(file.name.indexOf('/') + 1), file]));
  for (const file of files) found.set(file.name, file);
  return (path) => found.get(path) ?? null;
}

/** Yields the posts of the member's earlier imports of which this archive has pictures that were missing in theirs. */
export async function* findMissing({ ctx, files, userId, importId }: GapSearch) {
  const finders = { mastodon: attachmentFinder(files), kith: pathFinder(files), instagram: pathFinder(files) };
  let last = 0;
  for (;;) {
    const earlier = { user: userId, id: { $lt: importId }, source: { $ne: null } };
    const page = { populate: ['import'], orderBy: { id: 'asc' }, limit: batch } as const;
    const rows = await ctx.db.em().find(ImportGap, { id: { $gt: last }, import: earlier }, page);
    for (const {
      id,
      post,
      import: { source },
    } of rows) {
      last = id;
      const found = source && foundIn(id, post as IncompletePost, finders[source]);
      if (found) yield { ...found, source };
    }
    if (rows.length < batch) return;
  }
}

function foundIn(id: number, gap: IncompletePost, find: (name: string) => ArchiveFile | null): ArchiveItem | null {
  const { missing, isNew, ...post } = gap;
  const left: MissingPicture[] = [];
  const pictures: ArchivePost['pictures'] = [];
  for (const picture of missing) {
    const file = find(picture.name);
    if (file) pictures.push({ file, alt: picture.alt, at: picture.at });
    else left.push(picture);
  }
  const what = reportNameOf(post.createdAt, post.caption);
  return pictures.length > 0 ? { what, skipped: [], post: { ...post, pictures, gap: { id, isNew, left } } } : null;
}

/** Records that the pictures which were found complete a post, as far as they do, or that the post is gone. */
export async function fillGap(ctx: Context, { pictures: _, gap, ...post }: ArchivePost, isGone = false): Promise<void> {
  if (!gap) return;
  const { id } = gap;
  const left = isGone ? [] : gap.left;
  const rest: IncompletePost | null = left.length > 0 ? { ...post, missing: left, isNew: false } : null;
  const em = ctx.db.em();
  if (rest) await em.nativeUpdate(ImportGap, { id }, { post: rest });
  else await em.nativeDelete(ImportGap, { id });
}
