import { type FileHandle, open, rm } from 'node:fs/promises';
import { type Audience, type ImportReason, type ImportState, importReasons, maxArchiveBytes } from '@kith/contracts';
import { Import, ImportItem, importQueries } from '@kith/db';
import { queueRecordedJobs } from '../afterCommit.ts';
import { refuseMissing, requireActiveAccount } from '../auth/actor.ts';
import type { Actor, Context, KnownActor } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limitMember, userLimits } from '../limits.ts';
import { lock } from '../locks.ts';
import { newToken } from '../secrets.ts';
import { traceContextForJob } from '../traceContext.ts';
import { partFolder, partKey } from './archive.ts';

const newKey = (): string => newToken().replace(/[^A-Za-z0-9]/g, 'x');

/** If there is no room for an archive, the seconds after which the member is told to try again. */
const fullSeconds = 600;

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
  const opened = await ctx.db.transaction(async (tx) => {
    await requireActiveAccount(ctx, actor, tx);
    await lock(tx, 'imports');
    await tx.run(importQueries.replace, [userId]);
    const [row] = await tx.run(importQueries.begin, [userId, newKey(), size, audience ?? null, room]);
    if (row) return row;
    const active = await tx.em().count(Import, { user: userId, state: { $in: ['waiting', 'running'] } });
    throw active > 0 ? new Refusal('import-running') : new Refusal('imports-full', { retryAfterSeconds: fullSeconds });
  });
  await queueRecordedJobs(ctx);
  return { importId: opened.id };
}

/**
 * The maximum size of a stored part: at most this much is lost when the process is killed. Parts are never read into memory as
 * a whole.
 */
const partBytes = 8 * 2 ** 20;
const maxParts = 4_096;

/** Returns the storage key, the declared size, the received bytes and the state of an upload. Throws `not-found`. */
export async function readUpload(ctx: Context, actor: Actor, importId: number) {
  const row = await ctx.db.em().findOne(Import, { id: importId, user: actor.userId });
  if (!row) throw new Refusal('not-found');
  return row;
}

/**
 * Receives a chunk of an archive that starts at offset `from`, and stores it in parts as it arrives: what was received before
 * the connection breaks is kept. With the last byte or, if `isAll`, at the end of the body, the import is queued. Returns the
 * new offset. Throws `not-found`, `import-offset`, `import-too-large`, `imports-full`, `archive-unsupported`, and the errors of the body.
 */
export async function receiveArchive(
  ctx: Context,
  actor: Actor,
  { importId, from, isAll }: { importId: number; from: number; isAll: boolean },
  body: AsyncIterable<Buffer>,
): Promise<number> {
  const { key, size, received, state } = await readUpload(ctx, actor, importId);
  if (received !== from) throw new Refusal('import-offset');
  // If the archive is already complete, this call is a retry of the last chunk, whose response was lost.
  if (state !== 'uploading') return received;
  let at = from;
  const store = async (draft: string, bytes: number, ended: boolean) => {
    const name = `${at}-${newKey().slice(0, 12)}`;
    if (bytes > 0) await ctx.storage.put(partKey(key, name), { draft }, 'application/octet-stream');
    const isLast = isAll ? ended : at + bytes === size;
    const values = [at, bytes, isLast, maxParts, traceContextForJob(), name, ctx.settings.importStorage] as const;
    const [row] = await ctx.db.run(importQueries.append, [actor.userId, importId, ...values]);
    if (row?.received == null) await discardPart(ctx, actor, importId, key, name, row?.is_full);
    at += bytes;
  };
  for await (const part of partsOf(ctx, body)) {
    if (at === 0 && part.start && !hasZipSignature(part.start)) {
      await cancelImport(ctx, actor, { importId });
      throw new Refusal('archive-unsupported');
    }
    if (at + part.bytes > size) throw new Refusal('import-too-large');
    // If the body ended early, what was received is kept, but it never counts as the complete archive.
    await store(part.draft, part.bytes, part.ended);
    if (part.broken) throw part.broken;
  }
  await queueRecordedJobs(ctx);
  return at;
}

/**
 * Deletes a part that was not recorded, because another call was faster, the import was ended or there is no room, and throws
 * the reason.
 */
async function discardPart(
  ctx: Context,
  actor: Actor,
  importId: number,
  key: string,
  name: string,
  isFull = false,
): Promise<never> {
  const row = await ctx.db.em().findOne(Import, { id: importId, user: actor.userId });
  await ctx.storage.removeFolder(row ? partFolder(key, name) : `imports/${key}`);
  if (row && isFull) throw new Refusal('imports-full', { retryAfterSeconds: fullSeconds });
  throw new Refusal(row ? 'import-offset' : 'not-found');
}

/** Whether a file with these first bytes can be a ZIP, including an empty one. */
const hasZipSignature = (start: Buffer): boolean =>
  ['504b0304', '504b0506'].some((mark) => mark.startsWith(start.toString('hex', 0, 4)));

interface Part {
  draft: string;
  bytes: number;
  /** The first bytes of the body, in its first part only; null in the other parts. */
  start: Buffer | null;
  /** Whether the body ended after this part. */
  ended: boolean;
  /** The error that ended the body early; null if there was none. */
  broken: Error | null;
}

/** Writes a body to drafts of at most 8 MiB, the last of which may be empty. Only some chunks are in memory at a time. */
async function* partsOf(ctx: Context, body: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const chunks = body[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  let rest: Buffer = Buffer.alloc(0);
  try {
    for (let [more, first] = [true, true]; more; first = false) {
      const draft = await ctx.storage.draft();
      let file: FileHandle | null = await open(draft, 'wx', 0o600);
      let bytes = 0;
      let broken: Error | null = null;
      try {
        while (bytes < partBytes) {
          if (rest.length === 0) {
            const next = await chunks.next().catch((error: Error) => {
              broken = error;
              return { done: true as const, value: undefined };
            });
            if (next.done) {
              more = false;
              break;
            }
            rest = next.value;
            if (start.length < 4) start = Buffer.concat([start, rest.subarray(0, 4)]);
          }
          const taken = rest.subarray(0, partBytes - bytes);
          await file.writeFile(taken);
          rest = rest.subarray(taken.length);
          bytes += taken.length;
        }
        await file.close();
        file = null;
        yield { draft, bytes, start: first ? start : null, ended: !more && !broken, broken };
      } finally {
        await file?.close();
        await rm(draft, { force: true });
      }
    }
  } finally {
    // This ends the generator that watches the body's speed.
    await chunks.return?.();
  }
}

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
  const [row] = await ctx.db.run(importQueries.remove, [actor.userId, importId]);
  if (!row) return refuseMissing(ctx, actor);
  await queueRecordedJobs(ctx);
}
