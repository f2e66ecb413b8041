import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { addToOutbox, flushOutbox } from '../outbox.ts';
import { newToken } from '../secrets.ts';
import { writeExport } from './writeExport.ts';

/** Where a member's export is. `url` is good for its owner, once. */
export interface ExportState {
  status: 'none' | 'waiting' | 'ready';
  url: string | null;
  bytes: number | null;
  expiresAt: string | null;
}

const fileOf = (key: string): string => `exports/${key}/kith.zip`;
const newKey = (): string => newToken().replace(/[^A-Za-z0-9]/g, 'x');
const nothing: ExportState = { status: 'none', url: null, bytes: null, expiresAt: null };

/** An hour's waiting means that its job failed for good: it may be asked for anew. */
const stuck = `status = 'waiting' and created_at < now() - interval '1 hour'`;

/** Asks for the caller's own archive. One that is being made, or waits to be fetched, is left as it is. */
export async function requestExport(ctx: Context, actor: Actor): Promise<ExportState> {
  const { userId } = actor;
  await ctx.db.transaction(async (em) => {
    const [made]: { key: string }[] = await em.execute(
      `insert into exports (user_id, key)
       select id, ? from users where id = ? and deleted_at is null and disabled_at is null for key share
       on conflict (user_id) do update
       set key = excluded.key, status = 'waiting', bytes = null, created_at = now(), expires_at = excluded.expires_at
       where exports.expires_at <= now() or (exports.${stuck.replace('and created_at', 'and exports.created_at')})
       returning key`,
      [newKey(), userId],
    );
    if (made) addToOutbox(em, { name: 'exports.make', payload: { userId, key: made.key } });
  });
  await flushOutbox(ctx);
  return readExport(ctx, actor);
}

/** Where the caller's own archive is. */
export async function readExport(ctx: Context, actor: Actor): Promise<ExportState> {
  const { rows } = await ctx.db.pool.query(
    `select key, status, bytes, expires_at from exports where user_id = $1 and expires_at > now() and not (${stuck})`,
    [actor.userId],
  );
  const [row] = rows;
  if (!row) return nothing;
  if (row.status === 'waiting') return { ...nothing, status: 'waiting' };
  return { status: 'ready', url: `/exports/${row.key}`, bytes: row.bytes, expiresAt: row.expires_at };
}

/** Makes the archive that was asked for, unless it was asked for anew or its member is gone. */
export async function makeExport(ctx: Context, { userId, key }: { userId: number; key: string }): Promise<void> {
  const wanted = `user_id = $1 and key = $2 and status = 'waiting'`;
  const { rowCount } = await ctx.db.pool.query(`select from exports where ${wanted}`, [userId, key]);
  if (!rowCount) return;
  const draft = await ctx.storage.draft();
  try {
    const bytes = await writeExport(ctx, userId, createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
    await ctx.storage.put(fileOf(key), { draft }, 'application/zip');
    const shown = await ctx.db.pool.query(
      `update exports set status = 'ready', bytes = $3, expires_at = now() + interval '3 days' where ${wanted}`,
      [userId, key, bytes],
    );
    if (!shown.rowCount) await ctx.storage.removeFolder(`exports/${key}`);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * The caller's own archive, which is theirs to fetch once: `done` says whether all of it went out, and then it is gone.
 * @throws Refusal `not-found` for another's, one that is being fetched or was, and one past its time
 */
export async function fetchExport(
  ctx: Context,
  actor: Actor,
  key: string,
): Promise<{ body: Readable; size: number; done: (whole: boolean) => Promise<void> }> {
  const of = [actor.userId, key];
  const taken = await ctx.db.pool.query(
    `update exports set status = 'fetching'
     where user_id = $1 and key = $2 and status = 'ready' and expires_at > now() returning key`,
    of,
  );
  const found = taken.rowCount ? await ctx.storage.stream(fileOf(key)) : null;
  if (!found) throw new Refusal('not-found');
  return {
    ...found,
    async done(whole) {
      if (!whole) {
        await ctx.db.pool.query(`update exports set status = 'ready' where user_id = $1 and key = $2`, of);
        return;
      }
      await ctx.db.pool.query('delete from exports where user_id = $1 and key = $2', of);
      await ctx.storage.removeFolder(`exports/${key}`);
    },
  };
}

const hour = 3_600_000;

/** Removes what is past its time, and archives whose row is gone, with their member or in a death half-way. */
export async function removeOldExports(ctx: Context): Promise<void> {
  await ctx.db.pool.query('delete from exports where expires_at <= $1', [ctx.clock.now()]);
  const before = new Date(ctx.clock.now().getTime() - hour);
  for await (const { key: name, changedAt } of ctx.storage.list('exports/')) {
    const key = name.split('/')[1] as string;
    const { rowCount } = await ctx.db.pool.query('select from exports where key = $1', [key]);
    // A young one may be on its way to its row's being ready; an old one without a row is nobody's.
    if (!rowCount && changedAt < before) await ctx.storage.removeFolder(`exports/${key}`);
  }
}
