import {
  Comment,
  counterQueries,
  Event,
  LockMode,
  Membership,
  Notification,
  now,
  Poll,
  PollOption,
  PopularProgress,
  Post,
  type Statement,
  User,
} from '@kith/db';
import type { Context } from './context.ts';

/** The number of ids that one statement examines. */
const batch = 2_000;

/** The tables with counters: the entity, and the properties of its key, of which the first is the id that the statement compares. */
const tables = {
  users: { entity: User, key: ['id'] },
  posts: { entity: Post, key: ['id'] },
  comments: { entity: Comment, key: ['id'] },
  events: { entity: Event, key: ['post'] },
  polls: { entity: Poll, key: ['id'] },
  options: { entity: PollOption, key: ['id'] },
  notifications: { entity: Notification, key: ['id'] },
  memberships: { entity: Membership, key: ['chat', 'user'] },
} as const;
type Table = keyof typeof tables;

/** The statement that returns the keys of rows with wrong counters, and the right ones. */
const wrongCounters = (table: Table) =>
  counterQueries[table] as unknown as Statement<[after: number, upTo: number], Record<string, number>>;

/**
 * Locks a row, counts once more, and corrects the row if it is still wrong: without the lock, a like inserted between counting and
 * writing would be lost. Takes one row at a time, because other changes of it, such as likes, wait for the lock.
 */
const correctRow = (ctx: Context, table: Table, row: Record<string, number>): Promise<boolean> =>
  ctx.db.transaction(async (tx) => {
    const { entity, key } = tables[table];
    const itself = Object.fromEntries(key.map((name) => [name, row[name]]));
    await tx.em().findOne<object>(entity, itself, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const id = row[key[0]] as number;
    const wrong = await tx.run(wrongCounters(table), [id - 1, id]);
    const counted = wrong.find((each) => key.every((name) => each[name] === row[name]));
    if (!counted) return false;
    const counters = Object.entries(counted).filter(([name]) => !(name in itself));
    await tx.em().nativeUpdate<object>(entity, itself, Object.fromEntries(counters));
    return true;
  });

/** Recounts stored counters in batches, corrects wrong ones, and returns the number of corrected rows, which should be 0. */
export async function recountCounters(ctx: Context): Promise<{ corrected: number }> {
  const [lastIds] = await ctx.db.run(counterQueries.lastIds, []);
  let corrected = 0;
  for (const table of Object.keys(tables) as Table[]) {
    for (let from = 0; from < (lastIds?.[table] ?? 0); from += batch) {
      let rows = 0;
      for (const row of await ctx.db.run(wrongCounters(table), [from, from + batch]))
        rows += Number(await correctRow(ctx, table, row));
      if (rows === 0) continue;
      if (table === 'notifications') await ctx.db.run(counterQueries.notificationsWithoutActors, [from, from + batch]);
      ctx.log.warn({ table, from, rows }, 'counters had drifted and were corrected');
      corrected += rows;
    }
  }
  // The ranking's scores are corrected too: the next runs of the ranking compute all scores anew.
  await ctx.db.em().nativeUpdate(PopularProgress, {}, { rebuildBefore: now() });
  return { corrected };
}
