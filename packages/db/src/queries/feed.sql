-- list: home(viewer, at, id, rows): posts/byIds
-- Lists the home feed of the viewer $1, newest first: at most $4 posts before the one with the created_at $2 and the id $3, and
-- none from before the viewer's feed entries begin (`feed_since`). A post that was not fanned out is found through its author:
-- `large` goes through the authors of such posts and the followed members together, in the order of their ids, from each to the
-- next of the other kind, so it takes only as many steps as the shorter of the two lists. The viewer's own posts are found by
-- their author too, also those that only the author sees. Entries are only an index: each follow is checked here once more.
-- `offset 0` keeps the planner from hashing all the viewer's follows or sorting all entries: it scans entries from the newest and
-- stops when it has enough. Entries of muted authors are skipped before their posts are read.
with recursive entries as materialized (
  select e.post_id as id, e.created_at
  from feed_entries e
  cross join lateral (
    select from posts p
    join users u on u.id = p.author_id and u.disabled_at is null and u.deleted_at is null
    -- `visible_post` without checks that a follow makes redundant: a block ends follows.
    where p.id = e.post_id and p.fanned_out and {{followed_by_viewer}}
      and (p.audience = 'public' or p.audience = 'friends' and {{follows_viewer}} or p.audience = 'close' and {{on_close_friends_list}})
      and {{was_in_audience}} and post_shown(p.hidden_at, p.shown_from, p.expires_at)
    offset 0
  ) shown
  where e.user_id = $1 and (e.created_at, e.post_id) < ($2::timestamptz, $3::bigint)
    and not coalesce(
      (select true from mutes x where x.muter_id = $1 and x.muted_id = e.author_id and x.until > now()), false)
    and e.created_at >= coalesce((select feed_since from users where id = $1), '-infinity')
  order by e.created_at desc, e.post_id desc
  limit $4
), begin as materialized (
  -- Older posts are not on this page.
  select greatest((select feed_since from users where id = $1), (select min(created_at) from entries having count(*) = $4), '-infinity') as at
), large (author_id, is_followed) as (
  select 0::bigint, false
  union all
  select case when f.followed_id = p.author_id then p.author_id else f.followed_id - 1 end, f.followed_id = p.author_id
  from large l
  cross join lateral (
    select author_id from posts where not fanned_out and author_id > l.author_id order by author_id limit 1
  ) p
  cross join lateral (
    select followed_id from follows where follower_id = $1 and followed_id >= p.author_id order by followed_id limit 1
  ) f
)
select {{post_columns}}
from (
  select id, created_at from entries
  union all
  (
    select p.id, p.created_at from posts p
    where p.author_id = $1 and (p.created_at, p.id) < ($2::timestamptz, $3::bigint) and p.created_at >= (select at from begin)
      and not_expired(p.expires_at)
    order by p.created_at desc, p.id desc
    limit $4
  )
  union all
  (
    select newest.id, newest.created_at
    from large l
    cross join lateral (
      select u.id, {{feed_audiences}} as audiences from users u
      where u.id = l.author_id and l.is_followed and u.disabled_at is null and u.deleted_at is null and {{not_muted}} offset 0
    ) u
    cross join lateral unnest(u.audiences) a (audience)
    cross join lateral (
      select p.id, p.created_at from posts p
      where p.author_id = u.id and p.audience = a.audience and not p.fanned_out
        and (p.created_at, p.id) < ($2::timestamptz, $3::bigint) and p.created_at >= (select at from begin)
        and {{was_in_audience}} and post_shown(p.hidden_at, p.shown_from, p.expires_at)
      order by p.created_at desc, p.id desc
      limit $4
    ) newest
    order by newest.created_at desc, newest.id desc
    limit $4
  )
  order by created_at desc, id desc
  limit $4
) chosen
cross join lateral (select * from posts where id = chosen.id offset 0) p
cross join lateral (select * from users where id = p.author_id offset 0) u
{{picture_join}}
order by chosen.created_at desc, chosen.id desc

-- list: older(viewer, at, id, rows)
-- Lists the posts of the viewer $1 and of members whom $1 follows, from before the viewer's feed entries begin, newest first: at
-- most $4 before the one with the created_at $2 and the id $3. First reads one post of each followed author and audience, to find
-- the authors with the newest posts, and then reads only the posts of these authors.
select {{post_columns}}
from (
  (
    select p.id, p.created_at from posts p
    where p.author_id = $1 and (p.created_at, p.id) < ($2::timestamptz, $3::bigint) and not_expired(p.expires_at)
    order by p.created_at desc, p.id desc
    limit $4
  )
  union all
  (
    select newest.id, newest.created_at
    from (
      select u.id, u.audience, latest.created_at, latest.id as post_id
      from follows f
      join lateral (
        select u.id, a.audience from users u cross join unnest({{feed_audiences}}) a (audience)
        where u.id = f.followed_id and u.disabled_at is null and u.deleted_at is null offset 0
      ) u on true
      cross join lateral (
        select p.id, p.created_at from posts p
        where p.author_id = u.id and p.audience = u.audience and (p.created_at, p.id) < ($2::timestamptz, $3::bigint)
          and {{was_in_audience}} and post_shown(p.hidden_at, p.shown_from, p.expires_at)
        order by p.created_at desc, p.id desc
        limit 1
      ) latest
      where f.follower_id = $1 and {{not_muted}}
      order by latest.created_at desc, latest.id desc
      limit $4
    ) u
    cross join lateral (
      select p.id, p.created_at from posts p
      where p.author_id = u.id and p.audience = u.audience and (p.created_at, p.id) < ($2::timestamptz, $3::bigint)
        and {{was_in_audience}} and post_shown(p.hidden_at, p.shown_from, p.expires_at)
      order by p.created_at desc, p.id desc
      limit $4
    ) newest
    order by newest.created_at desc, newest.id desc
    limit $4
  )
  order by created_at desc, id desc
  limit $4
) chosen
join posts p on p.id = chosen.id
{{post_joins}}
order by chosen.created_at desc, chosen.id desc

-- name: state(user)
-- Reads from when on the feed entries of the user $1 are complete; null if they always are.
select feed_since::text as feed_since from users where id = $1

-- name: fanOut(post, job?)
-- Adds the post $1 to the feeds of its author's followers, unless the author had too many of them when the post was created, and
-- deletes the pending job $2.
with removed_job as (
  delete from pending_jobs where id = $2
)
insert into feed_entries (user_id, created_at, post_id, author_id)
select f.follower_id, p.created_at, p.id, p.author_id
from posts p join follows f on f.followed_id = p.author_id
where p.id = $1 and p.fanned_out
on conflict do nothing

-- name: backfill(follower, followed, posts, job?)
-- Adds the newest $3 posts of the member $2 to the feed of the new follower $1, and deletes the pending job $4. If the member has
-- more posts than that, the entries of the feed are complete only from the oldest of these on.
with removed_job as (
  delete from pending_jobs where id = $4
), actor as (
  {{active_actor}}
), newest as (
  select p.id, p.created_at from actor join follows f on f.follower_id = actor.id join posts p on p.author_id = f.followed_id
  where f.followed_id = $2 and p.fanned_out
  order by p.created_at desc, p.id desc
  limit $3
), filled as (
  insert into feed_entries (user_id, created_at, post_id, author_id)
  select $1, created_at, id, $2 from newest
  on conflict do nothing
)
update users u set feed_since = oldest.at
from (select min(created_at) + interval '1 millisecond' as at from newest having count(*) = $3) oldest
where u.id = $1 and coalesce(u.feed_since, '-infinity') < oldest.at

-- name: trim(after, upTo, entries)
-- Keeps the newest $3 feed entries of each user with an id above $1 up to $2, deletes the others, and sets `feed_since` to the
-- time from which the entries are complete.
with last as (
  select u.id, e.created_at, e.post_id
  from users u
  cross join lateral (
    select created_at, post_id from feed_entries
    where user_id = u.id order by created_at desc, post_id desc offset $3 limit 1
  ) e
  where u.id > $1 and u.id <= $2
), marked as (
  update users u set feed_since = greatest(u.feed_since, last.created_at + interval '1 millisecond')
  from last where u.id = last.id
)
delete from feed_entries e using last
where e.user_id = last.id and (e.created_at, e.post_id) <= (last.created_at, last.post_id)

-- name: rebuild(after, upTo, entries)
-- Inserts feed entries for the newest $3 posts of followed members, for users with ids above $1 up to $2. If a feed got $3 entries,
-- sets `feed_since` to the time from which it is complete.
with entries as (
  select u.id as user_id, newest.created_at, newest.id as post_id, newest.author_id
  from users u
  cross join lateral (
    select each.id, each.created_at, each.author_id
    from follows f
    cross join lateral (
      select id, created_at, author_id from posts
      where author_id = f.followed_id and fanned_out order by created_at desc, id desc limit $3
    ) each
    where f.follower_id = u.id
    order by each.created_at desc, each.id desc
    limit $3
  ) newest
  where u.id > $1 and u.id <= $2
), marked as (
  update users u set feed_since = oldest.created_at + interval '1 millisecond'
  from (select user_id, min(created_at) as created_at from entries group by user_id having count(*) = $3) oldest
  where u.id = oldest.user_id
)
insert into feed_entries (user_id, created_at, post_id, author_id)
select user_id, created_at, post_id, author_id from entries
on conflict do nothing

-- name: sweep(after, upTo)
-- Deletes feed entries of users with ids above $1 up to $2: the entries of deleted posts and of deleted users. A fan-out may have
-- inserted them while an account was erased. `offset 0` makes the planner look up each post by id.
delete from feed_entries e using users u
where u.id > $1 and u.id <= $2 and e.user_id = u.id and (
  u.deleted_at is not null
  or not coalesce((select true from posts p where p.id = e.post_id and p.author_id <> placeholder_user() offset 0), false)
)

-- name: markRead(user, upTo)
-- Stores $2, the time of the newest post that the user $1 has seen. A time before the stored one changes nothing.
update users set feed_read_at = least($2::timestamptz, now())
where id = $1 and feed_read_at is distinct from greatest(feed_read_at, least($2::timestamptz, now()))
returning id
