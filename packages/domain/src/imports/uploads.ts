import { type Audience, type ImportReason, type ImportState, importReasons, maxArchiveBytes } from '@kith/contracts';
import { Import, ImportItem, importQueries } from '@kith/db';
import { refuseMissing, requireActiveAccount } from '../auth/actor.ts';
import type { Actor, Context, KnownActor } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limitMember, userLimits } from '../limits.ts';
import { lock } from '../locks.ts';
import { queueRecordedJobs } from '../pendingJobs.ts';
import { newFolderKey } from '../secrets.ts';
import { removeWithFolders } from '../sweepFolders.ts';
import { traceContextForJob } from '../traceContext.ts';
import { maxParts, receiveParts } from '../uploads/parts.ts';

/** If there is no room for an archive, the seconds after which the member is told to try again. */
const fullSeconds = 600;

/** An upload takes this much room more than it has received, whatever size it declares, so that only those who send bytes take room. */
const uploadBytes = 64 * 1024 * 1024;

/** The condition that an import has not ended. */
export const notEnded = { state: { $in: ['uploading', 'waiting', 'running'] as const } };

const reservedBytes = ({ state, size, received }: Import): number =>
  state === 'uploading' ? Math.min(size, received + uploadBytes) : size;

/**
 * Creates an import of an archive of at most `size` bytes, which is then uploaded in parts. It replaces an import that the member
 * is still uploading. Throws `email-unconfirmed`, `rate-limited`, `import-too-large`, `import-running`, `imports-full`,
 * `imports-off`, `upload-incomplete` for an invalid size.
 */
export async function openImport(
  ctx: Context,
  actor: KnownActor,
  { size, audience }: { size: number; audience?: Audience | undefined },
): Promise<{ importId: number }> {
  const room = ctx.settings.importStorage;
  if (room === 0) throw new Refusal('imports-off');
  if (!actor.emailConfirmed) throw new Refusal('email-unconfirmed');
  if (!Number.isSafeInteger(size) || size < 1) throw new Refusal('upload-incomplete');
  if (size > maxArchiveBytes) throw new Refusal('import-too-large');
  await limitMember(ctx, userLimits.imports, actor);
  const { userId } = actor;
  const importId = await ctx.db.transaction(async (tx) => {
    await requireActiveAccount(ctx, actor, tx);
    await lock(tx, 'imports');
    await removeWithFolders(tx, 'imports', { user: userId, state: 'uploading' });
    const active = await tx.em().find(Import, notEnded);
    if (active.some(({ user }) => user.id === userId)) throw new Refusal('import-running');
    const taken = active.reduce((sum, each) => sum + reservedBytes(each), 0);
    if (taken + size > room) throw new Refusal('imports-full', { retryAfterSeconds: fullSeconds });
    return tx.em().insert(Import, { user: userId, key: newFolderKey(), size, audience: audience ?? null });
  });
  await queueRecordedJobs(ctx);
  return { importId };
}

/** Returns the storage key, the declared size, the received bytes and the state of an upload. Throws `not-found`. */
export async function readArchiveUpload(ctx: Context, actor: Actor, importId: number) {
  const row = await ctx.db.em().findOne(Import, { id: importId, user: actor.userId });
  if (!row) throw new Refusal('not-found');
  return row;
}

/**
 * Receives a chunk of an archive that starts at offset `from`, and stores it in parts as it arrives: what was received before
 * the connection breaks is kept. With the last byte or, if `isAll`, at the end of the body, the import is queued. Returns the
 * new offset. Throws `not-found`, `upload-offset`, `import-too-large`, `imports-full`, `archive-unsupported`, and the errors of the body.
 */
export async function receiveArchive(
  ctx: Context,
  actor: Actor,
  { importId, from, isAll }: { importId: number; from: number; isAll: boolean },
  body: AsyncIterable<Buffer>,
): Promise<number> {
  const { key, size, received, state } = await readArchiveUpload(ctx, actor, importId);
  if (received !== from) throw new Refusal('upload-offset');
  // If the archive is already complete, this call is a retry of the last chunk, whose response was lost.
  if (state !== 'uploading') return received;
  const at = await receiveParts(
    ctx,
    {
      ...{ place: 'imports', key, from, size, tooLarge: 'import-too-large' },
      async checkStart(start) {
        if (from > 0 || hasZipSignature(start)) return;
        await cancelImport(ctx, actor, { importId });
        throw new Refusal('archive-unsupported');
      },
      async record({ name, at, bytes, ended }) {
        const isLast = isAll ? ended : at + bytes === size;
        const values = [at, bytes, isLast, maxParts, traceContextForJob(), name, ctx.settings.importStorage] as const;
        const [row] = await ctx.db.run(importQueries.append, [actor.userId, importId, ...values]);
        if (row?.received != null) return null;
        const known = await ctx.db.em().count(Import, { id: importId, user: actor.userId });
        if (known === 0) return new Refusal('not-found');
        return row?.is_full
          ? new Refusal('imports-full', { retryAfterSeconds: fullSeconds })
          : new Refusal('upload-offset');
      },
    },
    body,
  );
  await queueRecordedJobs(ctx);
  return at;
}

/** Whether a file with these first bytes can be a ZIP, including an empty one. */
const hasZipSignature = (start: Buffer): boolean =>
  ['504b0304', '504b0506'].some((mark) => mark.startsWith(start.toString('hex', 0, 4)));

/** The maximum number of recorded skipped items. */
export const maxSkipped = 1_000;

/** An import of the caller, the newest one if `importId` is null. Throws `not-found`. */
export async function readImport(
  ctx: Context,
  actor: Actor,
  { importId }: { importId: number | null },
): Promise<ImportState> {
  const chosen = { user: actor.userId, ...(importId !== null && { id: importId }) };
  const row = await ctx.db.em().findOne(Import, chosen, { orderBy: { id: 'desc' } });
  if (!row) throw new Refusal('not-found');
  const { id, state, source = null, size, received, found, done, skippedCount, createdAt } = row;
  const left = await ctx.db.em().count(ImportItem, { import: id, post: { $ne: null } });
  const first = { orderBy: { id: 'asc' }, limit: maxSkipped } as const;
  const skipped = await ctx.db.em().find(ImportItem, { import: id, why: { $ne: null } }, first);
  return {
    importId: id,
    state,
    source,
    size,
    received,
    found,
    done,
    left,
    skipped: skipped.map(({ what, why }) => {
      const code = why as ImportReason;
      return { what, why: importReasons[code], code };
    }),
    skippedCount,
    createdAt: createdAt.toISOString(),
  };
}

/** The caller's newest import; null if there is none. Ended imports are deleted after a month. */
export const latestImport = (ctx: Context, actor: Actor): Promise<ImportState | null> =>
  readImport(ctx, actor, { importId: null }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not-found') return null;
    throw error;
  });

/** Deletes an import of the caller, which stops it if it is running. Imported posts stay. Throws `not-found`. */
export async function cancelImport(ctx: Context, actor: Actor, { importId }: { importId: number }): Promise<void> {
  const chosen = { id: importId, user: actor.userId };
  const removed = await ctx.db.transaction((tx) => removeWithFolders(tx, 'imports', chosen));
  if (removed === 0) return refuseMissing(ctx, actor);
  await queueRecordedJobs(ctx);
}
