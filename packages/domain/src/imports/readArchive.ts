import type { ImportState } from '@kith/contracts';
import { Post } from '@kith/db';
import { type Archive, type ArchiveFile, isServerFault, readFileOf } from './archive.ts';
import { type ArchiveItem, type Fields, fieldsOf, textOf, uuidOf } from './archivePost.ts';
import { findMissing, type GapSearch } from './gaps.ts';
import { jsonItems, maxListBytes } from './jsonItems.ts';
import { readInstagramPost } from './sources/instagram.ts';
import { keyOf, type Origin, readKithPost } from './sources/kith.ts';
import { attachmentFinder, readActivity } from './sources/mastodon.ts';
import { UnreadableArchive } from './unreadableArchive.ts';

type Source = NonNullable<ImportState['source']>;

/** The kind of an archive, and its items, which are read one at a time. */
export interface Contents {
  source: Source;
  found: AsyncIterable<ArchiveItem>;
}

interface ImportInput extends GapSearch {
  archive: Archive;
}

/** Matches a file at the top of an archive, or directly in a folder at the top, because many downloads are packed in a folder. */
const atTop = (name: string): RegExp => new RegExp(`^(?:[^/]+/)?${name}$`);

/**
 * Recognises an archive by the files it contains, and reads its posts, then the pictures that earlier archives lacked. A download
 * may come in several archives, of which only one lists the posts. Throws UnreadableArchive `unknown-archive`, `html-archive`.
 */
export async function readContents(input: ImportInput): Promise<Contents> {
  const gaps = () => findMissing(input);
  try {
    const { source, found } = await readLists(input);
    return { source, found: concatenated(found, gaps()) };
  } catch (error) {
    if (!(error instanceof UnreadableArchive) || error.why !== 'unknown-archive') throw error;
    for await (const { source } of gaps()) return { source, found: gaps() };
    throw error;
  }
}

async function* concatenated(...lists: AsyncIterable<ArchiveItem>[]): AsyncGenerator<ArchiveItem> {
  for (const list of lists) yield* list;
}

async function readLists(input: ImportInput): Promise<Contents> {
  const named = (pattern: RegExp) => input.files.filter(({ name }) => pattern.test(name));
  const [kith] = named(atTop('kith\\.json'));
  if (kith) return { source: 'kith', found: readKith(input, kith) };
  const [outbox] = named(atTop('outbox\\.json'));
  if (outbox) return { source: 'mastodon', found: readOutbox(input, outbox) };
  const lists = instagramLists.flatMap(([pattern, key]) => named(pattern).map((file) => ({ file, key })));
  if (lists.length > 0) {
    const bytes = [...new Set(lists.map(({ file }) => file))].reduce((sum, { size }) => sum + size, 0);
    if (bytes > maxListBytes) throw new UnreadableArchive('too-large-json');
    const others = named(/(?:^|\/)(?:stories|archived_posts)(?:_\d+)?\.json$/);
    return { source: 'instagram', found: readInstagram(input, lists, others) };
  }
  throw new UnreadableArchive(named(/(?:^|\/)posts_\d+\.html$/).length > 0 ? 'html-archive' : 'unknown-archive');
}

async function* readItems({ archive }: ImportInput, file: ArchiveFile, key: string | null): AsyncGenerator<unknown> {
  try {
    yield* jsonItems(await readFileOf(archive, file), key);
  } catch (error) {
    if (error instanceof UnreadableArchive || isServerFault(error)) throw error;
    throw new UnreadableArchive('unreadable-json', error);
  }
}

async function* readOutbox(input: ImportInput, outbox: ArchiveFile): AsyncGenerator<ArchiveItem> {
  const find = attachmentFinder(input.files);
  for await (const item of readItems(input, outbox, 'orderedItems'))
    yield readActivity(item, find, input.ctx.clock.now());
}

/** Returns a function that finds a file by its path below `folder`, or else by its path from the top of the archive. */
function findByPath(files: readonly ArchiveFile[], folder: string): (path: string) => ArchiveFile | null {
  const found = new Map(files.map((file) => [file.name, file]));
  return (path) => found.get(folder + path) ?? found.get(path) ?? null;
}

/**
 * Describes the server that exported an archive. A post of this server may have been imported on another server and exported
 * there. The archive then contains the post's client id or, if it had none, the client id that the other server derived;
 * `unnamed` maps each derived client id to the id of the post on this server.
 */
async function originOf({ ctx, userId }: ImportInput, url: string): Promise<Origin> {
  const { publicUrl } = ctx.settings;
  if (url === publicUrl) return { url, isThis: true, unnamed: new Map() };
  const rows = await ctx.db.em().find(Post, { author: userId, clientId: null }, { fields: ['id'] });
  return { url, isThis: false, unnamed: new Map(rows.map(({ id }) => [uuidOf(keyOf(publicUrl, id)), id])) };
}

async function* readKith(input: ImportInput, about: ArchiveFile): AsyncGenerator<ArchiveItem> {
  const folder = about.name.slice(0, -'kith.json'.length);
  let description: Fields = {};
  for await (const item of readItems(input, about, null)) description = fieldsOf(item);
  const server = await originOf(input, textOf(description.server));
  const find = findByPath(input.files, folder);
  const posts = input.files.find(({ name }) => name === `${folder}posts.json`);
  if (!posts) return;
  for await (const item of readItems(input, posts, null)) yield readKithPost(item, find, input.ctx.clock.now(), server);
}

/** A list of posts in a file: the key of the list, or null for the outermost list. */
interface PostList {
  file: ArchiveFile;
  key: string | null;
}

/** Match the files that list posts and videos in a download from Instagram, with the key of each list. */
const instagramLists: [RegExp, PostList['key']][] = [
  [/(?:^|\/)posts_\d+\.json$/, null],
  [/(?:^|\/)reels(?:_\d+)?\.json$/, 'ig_reels_media'],
  [/(?:^|\/)igtv_videos(?:_\d+)?\.json$/, 'ig_igtv_media'],
  [atTop('media\\.json'), 'photos'],
  [atTop('media\\.json'), 'videos'],
];

/**
 * Reads the posts of a download from Instagram. Paths in its lists are relative to the folder that the download is packed in.
 */
async function* readInstagram(
  input: ImportInput,
  lists: PostList[],
  others: ArchiveFile[],
): AsyncGenerator<ArchiveItem> {
  for (const { file, key } of lists) {
    const folder = file.name
      .slice(0, file.name.lastIndexOf('/') + 1)
      .replace(/(?:content|media)\/$/, '')
      .replace(/your_instagram_activity\/$/, '');
    const find = findByPath(input.files, folder);
    for await (const item of readItems(input, file, key)) yield readInstagramPost(item, find, input.ctx.clock.now());
  }
  for (const { name } of others) yield { what: name, post: null, skipped: [{ what: name, why: 'story' }] };
}
