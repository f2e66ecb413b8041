import type { Context } from '../context.ts';

/** Rows looked at by one statement. */
const batch = 2_000;

interface Recount {
  table: string;
  /** What the batches go by: part of the primary key. */
  key: string;
  /** The primary key, and each counter as the rows say it is. `x` is the table. */
  counted: string;
  /** The primary key, then the counters. */
  id: string[];
  counters: string[];
  /** Rows that a count of nothing leaves without a meaning. */
  removable?: string;
}

const recounts: Recount[] = [
  {
    table: 'users',
    key: 'id',
    id: ['id'],
    counters: ['posts_count', 'followers_count', 'following_count'],
    counted: `x.id,
      (select count(*) from posts where author_id = x.id)::int as posts_count,
      (select count(*) from follows where followed_id = x.id)::int as followers_count,
      (select count(*) from follows where follower_id = x.id)::int as following_count`,
  },
  {
    table: 'posts',
    key: 'id',
    id: ['id'],
    counters: ['likes_count', 'comments_count'],
    counted: `x.id,
      (select count(*) from likes where post_id = x.id)::int as likes_count,
      (select count(*) from comments where post_id = x.id)::int as comments_count`,
  },
  {
    table: 'notifications',
    key: 'id',
    id: ['id'],
    counters: ['actors_count'],
    removable: 'actors_count = 0',
    counted: `x.id,
      (select count(distinct actor_id) from notification_events where notification_id = x.id)::int as actors_count`,
  },
  {
    table: 'contacts',
    key: 'user_id',
    id: ['user_id', 'contact_id'],
    counters: ['unread_count'],
    counted: `x.user_id, x.contact_id,
      (select count(*) from messages m
       where m.receiver_id = x.user_id and m.sender_id = x.contact_id and m.read_at is null)::int as unread_count`,
  },
];

/** The two statements of one recount: which rows of a batch seem to have drifted, and setting those right. */
function statementsOf({ table, key, id, counters, counted }: Recount) {
  const differ = `(${counters.map((name) => `x.${name}`).join(', ')}) <> (${counters.map((name) => `c.${name}`).join(', ')})`;
  const same = id.map((name) => `x.${name} = c.${name}`).join(' and ');
  const ids = (from: string) => id.map((name) => `${from}.${name}`).join(', ');
  return {
    suspects: `select ${ids('x')} from ${table} x
      cross join lateral (select ${counted}) c
      where x.${key} > $1 and x.${key} <= $2 and ${differ}`,
    lock: `select from ${table} x where (${ids('x')}) = (${id.map((_, i) => `$${i + 1}::bigint`).join(', ')}) for no key update`,
    mend: `update ${table} x set ${counters.map((name) => `${name} = c.${name}`).join(', ')}
      from (select ${counted} from ${table} x where (${ids('x')}) = (${id.map((_, i) => `$${i + 1}::bigint`).join(', ')})) c
      where ${same} and ${differ}`,
  };
}

/**
 * Sets one row's counters right. A count is good only while nobody else changes the row, and only if it is taken after the
 * lock: counted and written in one statement, a like that came between the two would be counted out.
 */
async function mendRow(ctx: Context, statements: ReturnType<typeof statementsOf>, id: unknown[]): Promise<number> {
  const client = await ctx.db.pool.connect();
  try {
    await client.query('begin');
    await client.query(statements.lock, id);
    const { rowCount } = await client.query(statements.mend, id);
    await client.query('commit');
    return rowCount ?? 0;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Recounts stored counters batch by batch, mends those that drifted and reports how many; 0 is what to expect. */
export async function recountCounters(ctx: Context): Promise<{ mended: number }> {
  let mended = 0;
  for (const recount of recounts) {
    const { table, key, id } = recount;
    const statements = statementsOf(recount);
    const { rows } = await ctx.db.pool.query<{ last: number | null }>(`select max(${key}) as last from ${table}`);
    const last = rows[0]?.last ?? 0;
    for (let from = 0; from < last; from += batch) {
      const suspects = await ctx.db.pool.query<Record<string, number>>(statements.suspects, [from, from + batch]);
      let drifted = 0;
      for (const row of suspects.rows) {
        drifted += await mendRow(
          ctx,
          statements,
          id.map((name) => row[name]),
        );
      }
      if (drifted > 0 && recount.removable) {
        const gone = `delete from ${table} where ${key} > $1 and ${key} <= $2 and ${recount.removable}`;
        await ctx.db.pool.query(gone, [from, from + batch]);
      }
      if (drifted > 0) ctx.log.warn({ table, from, rows: drifted }, 'counters had drifted and were mended');
      mended += drifted;
    }
  }
  return { mended };
}
