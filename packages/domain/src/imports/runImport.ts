import type { ImportReason } from '@kith/contracts';
import { type FilterQuery, Import, ImportGap, ImportItem, LockMode, now, Post, type Transaction } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Actor, Context } from '../context.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { removeWithFolders, sweepFolders } from '../sweepFolders.ts';
import { removeParts } from '../uploads/parts.ts';
import { listFiles, openArchive } from './archive.ts';
import type { ArchiveItem, ArchivePost, IncompletePost } from './archivePost.ts';
import { importPost, type MakePicture } from './importPost.ts';
import { readContents } from './readArchive.ts';
import { UnreadableArchive } from './unreadableArchive.ts';
import { maxSkipped, notEnded } from './uploads.ts';

/** How long one job works, in milliseconds: short, so that other members' imports and a shutdown do not wait long. */
const sliceMs = 10_000;

const maxPosts = 20_000;

/** The maximum number of posts of one member that wait for missing pictures; one batch more at most. */
const maxGaps = 20_000;

/** The maximum number of items in an archive's lists, posts or not: one job reads them all. */
const maxItems = 1_000_000;

/** The maximum number of rows that one statement writes or reads. */
const batch = 200;

const unfinished = { state: { $in: ['waiting', 'running'] as const } };

/** Deletes imports; jobs delete their archives. */
const remove = (ctx: Context, where: FilterQuery<Import>): Promise<number> =>
  ctx.db.transaction((tx) => removeWithFolders(tx, 'imports', where));

/**
 * Works on an import for some seconds: first reads its archive, then imports post by post, and records the next job. Can be
 * interrupted at any point and repeated: nothing is imported twice. If the member is deleted or disabled, the import is deleted.
 */
export async function runImport(
  ctx: Context,
  { importId, slice }: { importId: number; slice: number },
  makePicture: MakePicture,
  until = ctx.clock.now().getTime() + sliceMs,
): Promise<void> {
  const current = { ...unfinished, id: importId, slice };
  const row = await ctx.db.em().findOne(Import, current, { populate: ['user'] });
  if (!row) return;
  try {
    if (row.user.deletedAt || row.user.disabledAt) await remove(ctx, { id: importId });
    else await runSlice(ctx, row, makePicture, until);
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    ctx.log.info({ importId, why: error.why, err: error.cause }, 'an archive could not be imported');
    await fail(ctx, row, error.why);
  }
  await ctx.db.transaction(async (tx) => {
    const next = slice + 1;
    const changed = await tx.em().nativeUpdate(Import, current, { slice: next, changedAt: now() });
    if (changed > 0) await recordJob(tx, { name: 'imports.run', payload: { importId, slice: next } });
  });
  await queueRecordedJobs(ctx);
}

/** Reads the archive of a waiting import, and then imports posts until the time `until`. @throws UnreadableArchive */
async function runSlice(ctx: Context, row: Import, makePicture: MakePicture, until: number): Promise<void> {
  const parts = row.parts.map((size, i) => ({ size, name: row.partNames[i] ?? '' }));
  const archive = await openArchive(ctx.storage, row.key, parts);
  if (row.state === 'waiting') {
    const files = await listFiles(archive);
    const { source, found } = await readContents({ ctx, archive, files, userId: row.user.id, importId: row.id });
    await storeItems(ctx, row, source, found);
    return;
  }
  const actor = { userId: row.user.id } as Actor;
  while (ctx.clock.now().getTime() < until) {
    const waiting = { import: row.id, post: { $ne: null } };
    const items = await ctx.db.em().find(ImportItem, waiting, { orderBy: { id: 'asc' }, limit: batch });
    if (items.length === 0) return finish(ctx, row);
    for (const { id, post, what } of items) {
      if (ctx.clock.now().getTime() >= until) return;
      const outcome = await importPost(ctx, actor, archive, post as ArchivePost, row.audience ?? null, makePicture);
      if (outcome === null) {
        await remove(ctx, { id: row.id });
        return;
      }
      const skipped = outcome.skipped.map(({ name, why }) => ({
        what: [what, name].filter(Boolean).join(': '),
        ...{ why, post: null, import: row.id },
      }));
      if (!(await recordOutcome(ctx, row.id, id, outcome.done, skipped))) return;
    }
  }
}

/** Records what became of an item, once. Returns false if that was recorded before, or the import was deleted meanwhile. */
const recordOutcome = (
  ctx: Context,
  importId: number,
  itemId: number,
  done: boolean,
  skipped: { what: string; why: ImportReason; post: null; import: number }[],
): Promise<boolean> =>
  ctx.db.transaction(async (tx) => {
    const em = tx.em();
    const row = await em.findOne(Import, importId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) return false;
    if ((await em.nativeDelete(ImportItem, { id: itemId, post: { $ne: null } })) === 0) return false;
    const skippedCount = row.skippedCount + skipped.length;
    const counted = { done: row.done + Number(done), skippedCount, changedAt: now() };
    await em.nativeUpdate(Import, { id: importId }, counted);
    if (skipped.length > 0 && skippedCount <= maxSkipped) await em.insertMany(ImportItem, skipped);
    return true;
  });

/**
 * The gaps that are to be stored: not those of a post that was imported before, for what it lacks is known, or was deleted by the
 * member; none if the member has `maxGaps` or more.
 */
async function newGaps(tx: Transaction, userId: number, gaps: IncompletePost[]): Promise<IncompletePost[]> {
  const em = tx.em();
  const theirs = { import: { user: userId } };
  const clientIds = gaps.map(({ clientId }) => clientId);
  if (gaps.length === 0 || (await em.count(ImportGap, theirs)) >= maxGaps) return [];
  const posts = await em.find(Post, { author: userId, clientId: { $in: clientIds } });
  const earlier = await em.find(ImportGap, { ...theirs, post: { clientId: { $in: clientIds } } });
  const known = new Set([...posts, ...earlier.map(({ post }) => post as IncompletePost)].map((post) => post.clientId));
  return gaps.filter(({ clientId }) => !known.has(clientId));
}

/** Stores all items of an archive as rows, so that no later job has to read its lists. */
async function storeItems(
  ctx: Context,
  { id: importId, user: { id: userId } }: Import,
  source: Import['source'],
  found: AsyncIterable<ArchiveItem>,
): Promise<void> {
  // Deletes the rows of an earlier reading of the archive that was interrupted.
  await ctx.db.em().nativeDelete(ImportGap, { import: importId });
  await ctx.db.em().nativeDelete(ImportItem, { import: importId });
  let rows: { post: ArchivePost | null; what: string; why: ImportReason | null }[] = [];
  let gaps: IncompletePost[] = [];
  const write = async () => {
    await ctx.db.transaction(async (tx) => {
      const em = tx.em();
      if (!(await em.findOne(Import, importId, { lockMode: LockMode.PESSIMISTIC_READ }))) return;
      const items = rows.map((row) => ({ ...row, import: importId }));
      if (items.length > 0) await em.insertMany(ImportItem, items);
      const incomplete = (await newGaps(tx, userId, gaps)).map((post) => ({ import: importId, post }));
      if (incomplete.length > 0) await em.insertMany(ImportGap, incomplete);
    });
    [rows, gaps] = [[], []];
  };
  let [posts, all, skippedCount] = [0, 0, 0];
  for await (const { what, post, skipped, gap } of found) {
    all += 1;
    if (all > maxItems) throw new UnreadableArchive('too-large-json');
    const tooMany = post !== null && posts >= maxPosts;
    for (const each of tooMany ? [{ what, why: 'too-many-posts' as const }] : skipped) {
      skippedCount += 1;
      if (skippedCount <= maxSkipped) rows.push({ post: null, ...each });
    }
    if (post && !tooMany) {
      posts += 1;
      rows.push({ post, what, why: null });
    }
    if (gap && !tooMany) gaps.push(gap);
    if (rows.length >= batch || gaps.length >= batch) await write();
  }
  await write();
  const planned = { state: 'running' as const, source, found: all, skippedCount, changedAt: now() };
  await ctx.db.em().nativeUpdate(Import, { id: importId, state: 'waiting' }, planned);
}

/** Ends an import, and records the job that removes its archive. Returns false if the import has ended or is gone. */
async function end(tx: Transaction, { id, key }: Import, state: 'done' | 'failed'): Promise<boolean> {
  const ended = await tx.em().nativeUpdate(Import, { ...unfinished, id }, { state, changedAt: now() });
  if (ended > 0) await recordJob(tx, { name: 'imports.remove', payload: { key } });
  return ended > 0;
}

async function finish(ctx: Context, row: Import): Promise<void> {
  const ended = await ctx.db.transaction((tx) => end(tx, row, 'done'));
  // There is one event for all imported posts, because the member's counts have changed; nobody is notified of each post.
  if (ended) void announce(ctx, { name: 'user.changed', to: null, payload: { userId: row.user.id } });
}

async function fail(ctx: Context, row: Import, why: ImportReason): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await end(tx, row, 'failed'))) return;
    const em = tx.em();
    await em.nativeDelete(ImportItem, { import: row.id });
    await em.nativeUpdate(Import, { id: row.id }, { found: 0, done: 0, skippedCount: 1 });
    await em.insert(ImportItem, { import: row.id, post: null, what: 'ZIP', why });
  });
}

/** Deletes the archive of an import that has ended. */
export const removeArchive = (ctx: Context, { key }: { key: string }): Promise<void> =>
  removeParts(ctx, 'imports', key);

const day = 86_400_000;

/**
 * Resumes imports whose job was lost. Deletes uploads that have received nothing for a day, imports that have not ended after a week,
 * ended ones after a month, and archives without an import.
 */
export async function sweepImports(ctx: Context): Promise<void> {
  const stalled = await ctx.db.em().find(Import, { ...unfinished, changedAt: { $lt: now(-600) } });
  for (const { id: importId, slice } of stalled)
    await recordJob(ctx.db, { name: 'imports.run', payload: { importId, slice } });
  const abandoned = [
    { state: 'uploading' as const, changedAt: { $lt: now(-day / 1_000) } },
    { ...unfinished, createdAt: { $lt: now((-7 * day) / 1_000) } },
    { state: { $in: ['done', 'failed'] as const }, changedAt: { $lt: now((-30 * day) / 1_000) } },
  ];
  await remove(ctx, { $or: abandoned });
  await queueRecordedJobs(ctx);
  await sweepFolders(ctx, 'imports', day, (keys) => ctx.db.em().find(Import, { key: { $in: keys }, ...notEnded }));
}
