import type { Context } from './context.ts';

/**
 * Deletes the folders of a place in the storage that no row needs: a crash left them, or their row is gone. Spares those younger than
 * `ageMs`, which may be about to get their row. `needed` returns those of the given keys that are needed.
 */
export async function sweepFolders(
  ctx: Context,
  place: 'imports' | 'uploads' | 'exports',
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
