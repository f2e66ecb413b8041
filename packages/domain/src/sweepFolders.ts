import { Export, type FilterQuery, Import, LockMode, type Transaction, Upload } from '@kith/db';
import type { Context } from './context.ts';
import type { Job } from './jobs.ts';
import { recordJob } from './pendingJobs.ts';

/** What has a folder in the storage, by the folder's place. */
const entities = { imports: Import, uploads: Upload, exports: Export };
type Place = keyof typeof entities;
type WithFolder = Export | Import | Upload;

/** Deletes rows, and records the jobs that delete their folders. Returns how many. */
export async function removeWithFolders<P extends Place>(
  tx: Transaction,
  place: P,
  where: FilterQuery<InstanceType<(typeof entities)[P]>>,
): Promise<number> {
  const em = tx.em();
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const rows = await em.find<WithFolder>(entities[place], where as FilterQuery<NoInfer<WithFolder>>, { lockMode });
  for (const row of rows) {
    em.remove(row);
    await recordJob(tx, { name: `${place}.remove`, payload: { key: row.key } } as Job);
  }
  return rows.length;
}

/**
 * Deletes the folders of a place in the storage that no row needs: a crash left them, or their row is gone. Spares those younger than
 * `ageMs`, which may be about to get their row. `needed` returns those of the given keys that are needed.
 */
export async function sweepFolders(
  ctx: Context,
  place: Place,
  ageMs: number,
  needed: (keys: string[]) => Promise<{ key: string }[]>,
): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - ageMs);
  const old = new Set<string>();
  for await (const { key, changedAt } of ctx.storage.list(`${place}/`))
    if (changedAt < before) old.add(key.split('/')[1] as string);
  if (old.size === 0) return;
  for (const { key } of await needed([...old])) old.delete(key);
  for (const key of old) await ctx.storage.removeFolder(`${place}/${key}`);
}
