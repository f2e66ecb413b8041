import type { Context } from '../context.ts';

const batch = 2_000;

const recounts: Record<string, { table: 'users' | 'posts'; sql: string }> = {
  users: {
    table: 'users',
    sql: `
      update users u set posts_count = c.posts, followers_count = c.followers, following_count = c.following
      from (
        select id,
          (select count(*) from posts where author_id = x.id)::int as posts,
          (select count(*) from follows where followed_id = x.id)::int as followers,
          (select count(*) from follows where follower_id = x.id)::int as following
        from users x where id > $1 and id <= $2
      ) c
      where u.id = c.id and (u.posts_count, u.followers_count, u.following_count) <> (c.posts, c.followers, c.following)`,
  },
  posts: {
    table: 'posts',
    sql: `
      update posts p set likes_count = c.likes, comments_count = c.comments
      from (
        select id,
          (select count(*) from likes where post_id = x.id)::int as likes,
          (select count(*) from comments where post_id = x.id)::int as comments
        from posts x where id > $1 and id <= $2
      ) c
      where p.id = c.id and (p.likes_count, p.comments_count) <> (c.likes, c.comments)`,
  },
};

/** Recounts stored counters batch by batch, mends those that drifted and reports how many; 0 is what to expect. */
export async function recountCounters(ctx: Context): Promise<{ mended: number }> {
  let mended = 0;
  for (const [what, { table, sql }] of Object.entries(recounts)) {
    const { rows } = await ctx.db.pool.query<{ last: number | null }>(`select max(id) as last from ${table}`);
    const last = rows[0]?.last ?? 0;
    for (let from = 0; from < last; from += batch) {
      const { rowCount } = await ctx.db.pool.query(sql, [from, from + batch]);
      if (rowCount) ctx.log.warn({ what, from, rows: rowCount }, 'counters had drifted and were mended');
      mended += rowCount ?? 0;
    }
  }
  return { mended };
}
