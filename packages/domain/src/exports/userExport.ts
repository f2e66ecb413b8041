import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ExportState } from '@kith/contracts';
import { accountQueries, Export, type FilterQuery, LockMode, now } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { newFolderKey } from '../secrets.ts';
import { sweepFolders } from '../sweepFolders.ts';
import { writeYear } from '../year/writeYear.ts';
import { writeExport } from './writeExport.ts';

const fileOf = (key: string): string => `exports/${key}/kith.zip`;
const noExport: ExportState = { status: 'none', url: null, bytes: null, expiresAt: null };

/** After this many seconds, a waiting export's job must have failed. */
const lostSeconds = 3_600;

/**
 * Records the job of an export of the caller: the archive of everything or, unless `year` is 0, the page of a year, which replaces an
 * earlier one. Does nothing while an export is in progress or an archive is ready.
 */
export async function recordExport(ctx: Context, { userId }: Actor, year: number, timeZone?: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [owner] = await tx.run(accountQueries.lock, [userId]);
    if (!owner) return;
    const em = tx.em();
    const over = [
      { expiresAt: { $lte: now() } },
      { status: 'waiting' as const, createdAt: { $lt: now(-lostSeconds) } },
    ];
    const remade = year > 0 ? [{ status: 'ready' as const }] : [];
    await em.nativeDelete(Export, { user: userId, year, $or: [...over, ...remade] });
    if ((await em.count(Export, { user: userId, year })) > 0) return;
    const key = newFolderKey();
    await em.insert(Export, { user: userId, year, key });
    await recordJob(tx, { name: 'exports.make', payload: { userId, key, ...(timeZone && { timeZone }) } });
  });
  await queueRecordedJobs(ctx);
}

/** The current export of the caller; null if there is none, or if it has been waiting for an hour, because its job must have failed. */
export const currentExport = (ctx: Context, { userId }: Actor, year: number): Promise<Export | null> =>
  ctx.db.em().findOne(Export, {
    user: userId,
    year,
    expiresAt: { $gt: now() },
    $or: [{ status: { $ne: 'waiting' } }, { createdAt: { $gte: now(-lostSeconds) } }],
  });

/** Requests an export for the caller. An export that is in progress or ready is left as it is. */
export async function requestExport(ctx: Context, actor: Actor): Promise<ExportState> {
  await recordExport(ctx, actor, 0);
  return readExport(ctx, actor);
}

/** The state of the caller's export. */
export async function readExport(ctx: Context, actor: Actor): Promise<ExportState> {
  const current = await currentExport(ctx, actor, 0);
  if (!current) return noExport;
  const { status, key, bytes = null, expiresAt } = current;
  if (status === 'waiting') return { ...noExport, status };
  return { status: 'ready', url: `/exports/${key}`, bytes, expiresAt: expiresAt.toISOString() };
}

/** How long an archive can be downloaded, in seconds. */
const availableSeconds = 3 * 86_400;

async function writeArchive(ctx: Context, userId: number, key: string, path: string): Promise<number> {
  const bytes = await writeExport(ctx, userId, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  await ctx.storage.put(fileOf(key), { file: path }, 'application/zip');
  return bytes;
}

/** Creates the requested archive, unless a newer request has replaced this one or the user is deleted. */
export async function createExport(
  ctx: Context,
  { userId, key, timeZone }: { userId: number; key: string; timeZone?: string | undefined },
): Promise<void> {
  const request = { user: userId, key, status: 'waiting' as const };
  const requested = await ctx.db.em().findOne(Export, request);
  if (!requested) return;
  const path = await ctx.storage.temporaryPath();
  try {
    const bytes =
      requested.year > 0 ? await writeYear(ctx, requested, timeZone) : await writeArchive(ctx, userId, key, path);
    const ready = { status: 'ready' as const, bytes, expiresAt: now(availableSeconds) };
    const updated = await ctx.db.em().nativeUpdate(Export, request, ready);
    if (updated === 0) await ctx.storage.removeFolder(`exports/${key}`);
  } finally {
    await rm(path, { force: true });
  }
}

/** How long a download counts as active after its last heartbeat, in seconds. */
const leaseSeconds = 15 * 60;
const renewMs = 5 * 60_000;

/** Leases an archive to one download, or extends the lease. Returns its end; undefined if there is no such archive. */
const lease = (ctx: Context, where: FilterQuery<Export>): Promise<Date | undefined> =>
  ctx.db.transaction(async (tx) => {
    const leased = await tx.em().findOne(Export, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!leased) return undefined;
    Object.assign(leased, { status: 'fetching', fetchingUntil: now(leaseSeconds) });
    await tx.em().flush();
    return leased.fetchingUntil ?? undefined;
  });

/**
 * Streams the archive of the signed-in user, which can be downloaded once. The calling code must call `done` at the end: after a
 * complete download `done` deletes the archive, and otherwise it allows another download. If the process dies, another download
 * is possible after a quarter of an hour.
 * @throws Refusal `not-found` for another member's archive, and one that is being downloaded, was downloaded or has expired
 */
export async function downloadExport(
  ctx: Context,
  actor: Actor,
  key: string,
): Promise<{ body: Readable; size: number; done: (whole: boolean) => Promise<void> }> {
  const row = { user: actor.userId, key };
  const ended = [{ fetchingUntil: null }, { fetchingUntil: { $lte: now() } }];
  const free = [{ status: 'ready' as const }, { status: 'fetching' as const, $or: ended }];
  let until = await lease(ctx, { ...row, year: 0, expiresAt: { $gt: now() }, $or: free });
  if (!until) throw new Refusal('not-found');
  // Nothing happens if another download has the lease.
  const releaseLease = () => {
    const ours = { ...row, status: 'fetching' as const, fetchingUntil: until };
    return ctx.db.em().nativeUpdate(Export, ours, { status: 'ready', fetchingUntil: null });
  };
  const found = await ctx.storage.stream(fileOf(key)).catch(async (error: unknown) => {
    await releaseLease();
    throw error;
  });
  if (!found) throw new Refusal('not-found');
  let renewal = Promise.resolve();
  const renewLease = async () => {
    until = (await lease(ctx, { ...row, status: 'fetching', fetchingUntil: until })) ?? until;
  };
  const timer = setInterval(() => {
    renewal = renewLease().catch((err: unknown) =>
      ctx.log.warn({ err }, 'the lease of a running export download was not renewed'),
    );
  }, renewMs);
  return {
    ...found,
    async done(whole) {
      clearInterval(timer);
      await renewal;
      if (!whole) {
        await releaseLease();
        return;
      }
      await ctx.db.em().nativeDelete(Export, row);
      await ctx.storage.removeFolder(`exports/${key}`);
    },
  };
}

/** Deletes the archive of a deleted export. */
export const removeExport = (ctx: Context, { key }: { key: string }): Promise<void> =>
  ctx.storage.removeFolder(`exports/${key}`);

const hour = 3_600_000;

/** Deletes archives that are older than an hour and have no row: the export has expired, or the user is deleted. */
export const removeOldExports = (ctx: Context): Promise<void> =>
  sweepFolders(ctx, 'exports', hour, (keys) => ctx.db.em().find(Export, { key: { $in: keys } }));
