import { counterQueries, rankingQueries } from '@kith/db';
import type { Context } from './context.ts';

/** The number of ids that one statement examines. */
const batch = 2_000;

type Counters = (typeof counterQueries.tables)[number];

/**
 * The number of rows that are locked and corrected at a time: few, because other changes of these rows, such as likes, wait for
 * the lock.
 */
const rowsPerTransaction = 50;

type Row = Record<string, number>;

/**
 * Locks the given rows, corrects the counters that are still wrong once the rows are locked, and returns how many rows it
 * corrected.
 */
const correctRows = (ctx: Context, { key, locked, corrected }: Counters, rows: Row[]): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const ids = key.map((column) => rows.map((row) => row[column] as number));
    await tx.run(locked, ids);
    return (await tx.run(corrected, ids)).length;
  });

/** Recounts stored counters in batches, corrects wrong ones, and returns the number of corrected rows, which should be 0. */
export async function recountCounters(ctx: Context): Promise<{ corrected: number }> {
  const [lastIds] = await ctx.db.run(counterQueries.lastIds, []);
  let corrected = 0;
  for (const counters of counterQueries.tables) {
    const { table } = counters;
    for (let from = 0; from < (lastIds?.[table] ?? 0); from += batch) {
      const suspects = await ctx.db.run(counters.drifted, [from, from + batch]);
      let drifted = 0;
      for (let at = 0; at < suspects.length; at += rowsPerTransaction) {
        drifted += await correctRows(ctx, counters, suspects.slice(at, at + rowsPerTransaction));
      }
      if (drifted === 0) continue;
      if (table === 'notifications') await ctx.db.run(counterQueries.notificationsWithoutActors, [from, from + batch]);
      ctx.log.warn({ table, from, rows: drifted }, 'counters had drifted and were corrected');
      corrected += drifted;
    }
  }
  // The ranking's scores are corrected too: the next runs of the ranking compute all scores anew.
  await ctx.db.run(rankingQueries.rebuild, []);
  return { corrected };
}
