import type { Context } from '../context.ts';
import { addToOutbox, flushOutbox } from '../outbox.ts';

type EntityManager = ReturnType<Context['db']['em']>;

const chunk = 200;

/**
 * Each removes one chunk of a member's rows with their counters and says how many; none are left when it says 0. Rows that
 * are counted down are locked in the order of their ids, as everywhere, so that two who do so do not wait for each other.
 * Notifications are counted down by the database where their events go, with a comment too.
 */
export const eraseSteps: Record<string, string> = {
  likes: `
    with gone as (
      delete from likes where id in (select id from likes where user_id = $1 order by post_id limit ${chunk})
      returning post_id
    ), locked as (
      select id from posts where id in (select post_id from gone) order by id for no key update
    ), counted as (
      update posts p set likes_count = likes_count - 1 from locked where p.id = locked.id
    )
    select count(*)::int as rows from gone`,
  comments: `
    with gone as (
      delete from comments where id in (select id from comments where author_id = $1 order by id limit ${chunk})
      returning post_id
    ), locked as (
      select id from posts where id in (select post_id from gone) order by id for no key update
    ), counted as (
      update posts p set comments_count = comments_count - n
      from locked join (select post_id, count(*) as n from gone group by post_id) g on g.post_id = locked.id
      where p.id = locked.id
    )
    select count(*)::int as rows from gone`,
  following: `
    with gone as (
      delete from follows where (follower_id, followed_id) in (
        select follower_id, followed_id from follows where follower_id = $1 order by followed_id limit ${chunk})
      returning followed_id
    ), locked as (
      select id from users where id in (select followed_id from gone) order by id for no key update
    ), counted as (
      update users u set followers_count = followers_count - 1 from locked where u.id = locked.id
    )
    select count(*)::int as rows from gone`,
  followers: `
    with gone as (
      delete from follows where (follower_id, followed_id) in (
        select follower_id, followed_id from follows where followed_id = $1 order by follower_id limit ${chunk})
      returning follower_id
    ), locked as (
      select id from users where id in (select follower_id from gone) order by id for no key update
    ), counted as (
      update users u set following_count = following_count - 1 from locked where u.id = locked.id
    )
    select count(*)::int as rows from gone`,
  notified: `
    with gone as (
      delete from notification_events where id in (
        select id from notification_events where actor_id = $1 order by id limit ${chunk})
      returning 1
    )
    select count(*)::int as rows from gone`,
  notifications: `
    with gone as (
      delete from notifications where id in (select id from notifications where recipient_id = $1 limit ${chunk})
      returning id
    )
    select count(*)::int as rows from gone`,
  contacts: `
    with gone as (
      delete from contacts where (user_id, contact_id) in (
        select user_id, contact_id from contacts where user_id = $1
        union all
        select user_id, contact_id from contacts where contact_id = $1 and last_message_id = 0
        limit ${chunk})
      returning 1
    )
    select count(*)::int as rows from gone`,
};

async function erasePosts(em: EntityManager, userId: number): Promise<number> {
  const posts: { id: string }[] = await em.execute(
    `delete from posts where id in (select id from posts where author_id = ? order by id limit ${chunk}) returning id`,
    [userId],
  );
  const images: { key: string }[] = await em.execute(
    `delete from images where id in (
       select i.id from images i left join posts p on p.image_id = i.id where i.owner_id = ? and p.id is null limit ${chunk})
     returning key`,
    [userId],
  );
  if (images.length > 0) addToOutbox(em, { name: 'images.remove', payload: { keys: images.map(({ key }) => key) } });
  return posts.length + images.length;
}

/** Removes everything a deleted member left but the messages they sent. Goes in chunks, so it may be interrupted and run again. */
export async function eraseUser(ctx: Context, input: { userId: number }): Promise<void> {
  const [deleted] = await ctx.db
    .em()
    .execute('select 1 from users where id = ? and deleted_at is not null', [input.userId]);
  if (!deleted) return;
  for (const [name, step] of Object.entries(eraseSteps)) {
    let rows = chunk;
    while (rows > 0) {
      const [counted]: { rows: number }[] = await ctx.db.run({ name: `erase/${name}`, text: step }, [input.userId]);
      rows = counted?.rows ?? 0;
    }
  }
  let removed = 1;
  while (removed > 0) {
    removed = await ctx.db.transaction((em) => erasePosts(em, input.userId));
    await flushOutbox(ctx);
  }
  await ctx.db.pool.query('delete from feed_entries where user_id = $1', [input.userId]);
  await ctx.db.pool.query(
    'update users set posts_count = 0, followers_count = 0, following_count = 0 where id = $1 and deleted_at is not null',
    [input.userId],
  );
}
