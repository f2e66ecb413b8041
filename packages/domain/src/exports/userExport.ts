import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ExportState } from '@kith/contracts';
import { Export, exportQueries } from '@kith/db';
import { handOverJobs, recordJob } from '../afterCommit.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { newToken } from '../secrets.ts';
import { writeExport } from './writeExport.ts';

const fileOf = (key: string): string => `exports/${key}/kith.zip`;
const newKey = (): string => newToken().replace(/[^A-Za-z0-9]/g, 'x');
const nothing: ExportState = { status: 'none', url: null, bytes: null, expiresAt: null };

/** Asks for the caller's own archive. One that is being made, or waits to be fetched, is left as it is. */
export async function requestExport(ctx: Context, actor: Actor): Promise<ExportState> {
  const { userId } = actor;
  await ctx.db.transaction(async (em) => {
    const [made] = await ctx.db.run(exportQueries.request, [userId, newKey()], em);
    if (made) await recordJob(ctx, em, { name: 'exports.make', payload: { userId, key: made.key } });
  });
  await handOverJobs(ctx);
  return readExport(ctx, actor);
}

/** Where the caller's own archive is. */
export async function readExport(ctx: Context, actor: Actor): Promise<ExportState> {
  const [row] = await ctx.db.run(exportQueries.current, [actor.userId]);
  if (!row) return nothing;
  if (row.status === 'waiting') return { ...nothing, status: 'waiting' };
  return { status: 'ready', url: `/exports/${row.key}`, bytes: row.bytes, expiresAt: row.expires_at };
}

/** Makes the archive that was asked for, unless it was asked for anew or its user is gone. */
export async function makeExport(ctx: Context, { userId, key }: { userId: number; key: string }): Promise<void> {
  const wanted = await ctx.db.em().count(Export, { user: userId, key, status: 'waiting' });
  if (wanted === 0) return;
  const draft = await ctx.storage.draft();
  try {
    const bytes = await writeExport(ctx, userId, createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
    await ctx.storage.put(fileOf(key), { draft }, 'application/zip');
    const [shown] = await ctx.db.run(exportQueries.show, [userId, key, bytes]);
    if (!shown) await ctx.storage.removeFolder(`exports/${key}`);
  } finally {
    await rm(draft, { force: true });
  }
}

/** How long a download is taken to be under way, in seconds, and how often its process says that it is. */
const heldSeconds = 15 * 60;
const saidEveryMs = 5 * 60_000;

/**
 * The caller's own archive, which is theirs to fetch once: `done` says whether all of it went out, and then it is gone.
 * A download whose process died may be begun anew a quarter of an hour later.
 * @throws Refusal `not-found` for another's, one that is being fetched or was, and one past its time
 */
export async function fetchExport(
  ctx: Context,
  actor: Actor,
  key: string,
): Promise<{ body: Readable; size: number; done: (whole: boolean) => Promise<void> }> {
  const own = { user: actor.userId, key };
  const [taken] = await ctx.db.run(exportQueries.take, [actor.userId, key, heldSeconds]);
  if (!taken) throw new Refusal('not-found');
  let until = taken.fetching_until;
  const giveBack = () => ctx.db.run(exportQueries.giveBack, [actor.userId, key, until]);
  const found = await ctx.storage.stream(fileOf(key)).catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
  if (!found) throw new Refusal('not-found');
  let under = Promise.resolve();
  const hold = async () => {
    const [held] = await ctx.db.run(exportQueries.hold, [actor.userId, key, heldSeconds, until]);
    if (held) until = held.fetching_until;
  };
  const timer = setInterval(() => {
    under = hold().catch((err: unknown) => ctx.log.warn({ err }, 'an export that is fetched could not say so'));
  }, saidEveryMs);
  return {
    ...found,
    async done(whole) {
      clearInterval(timer);
      await under;
      if (!whole) {
        await giveBack();
        return;
      }
      await ctx.db.em().nativeDelete(Export, own);
      await ctx.storage.removeFolder(`exports/${key}`);
    },
  };
}

const hour = 3_600_000;

/** Removes archives whose row is gone: past its time, with their user, or in a death half-way. */
export async function removeOldExports(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - hour);
  for await (const { key: name, changedAt } of ctx.storage.list('exports/')) {
    const key = name.split('/')[1] as string;
    // A young one may be on its way to its row's being ready; an old one without a row is nobody's.
    if (changedAt >= before) continue;
    if ((await ctx.db.em().count(Export, { key })) === 0) await ctx.storage.removeFolder(`exports/${key}`);
  }
}
