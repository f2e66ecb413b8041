import type { Context } from '../context.ts';

/** Days a post can be popular for. */
const windowDays = 14;

/** Posts per slice that are scored exactly, chosen by their stored counts with the same decay. */
const candidates = 1_000;

/** Hours in which interest halves twice over, and how steeply; a post of three likes today passes one of ten last week. */
const decay = 'power(extract(epoch from ($1::timestamptz - p.created_at)) / 3600 + 2, 1.5)';

/**
 * Scores one slice of the recent posts: people who liked or commented, each once and never the author, newcomers of the
 * last day at a quarter, over the post's age. Running it again writes the same rows.
 */
export async function scorePosts(ctx: Context, input: { runAt: string; slice: number; of: number }): Promise<void> {
  await ctx.db.pool.query(
    `with chosen as (
       select p.id, p.author_id, p.created_at from posts p
       where p.created_at > $1::timestamptz - interval '${windowDays} days' and p.created_at <= $1::timestamptz
         and p.id % $3 = $2 and p.likes_count + p.comments_count > 0
       order by (p.likes_count + p.comments_count) / ${decay} desc, p.id desc
       limit ${candidates}
     ), people as (
       select c.id, l.user_id from chosen c join likes l on l.post_id = c.id where l.user_id <> c.author_id
       union
       select c.id, m.author_id from chosen c join comments m on m.post_id = c.id where m.author_id <> c.author_id
     )
     insert into popular_scores (run_at, post_id, score)
     select $1, p.id, sum(case when u.created_at > $1::timestamptz - interval '1 day' then 0.25 else 1 end) / ${decay}
     from people e join users u on u.id = e.user_id and u.disabled_at is null and u.deleted_at is null
     join chosen p on p.id = e.id
     group by p.id, p.created_at
     on conflict (run_at, post_id) do nothing`,
    [input.runAt, input.slice, input.of],
  );
}
