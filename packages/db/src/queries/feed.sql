-- name: home
-- Lists the home feed of the viewer $1, newest first: at most $4 posts before the one with the created_at $2 and the id $3.
-- Entries are only an index: each follow is checked here once more. `offset 0` keeps the planner from hashing all the viewer's
-- follows or sorting all entries: it scans entries from the newest and stops when it has enough. Entries of muted authors are
-- skipped before their posts are read. `merging` is true if the viewer follows large authors (members with very many followers)
-- whose posts may belong above this row; the caller then also runs `merged`.
select shown.*, coalesce(e.created_at < (select max(m.entries_from) from feed_merges m where m.follower_id = $1), false) as merging
from feed_entries e
cross join lateral (
  select {{post_columns}}
  from posts p
  join users u on u.id = p.author_id and {{living}}
  left join images i on i.id = p.image_id
  where p.id = e.post_id and {{in_feed}}
  offset 0
) shown
where e.user_id = $1 and (e.created_at, e.post_id) < ($2::timestamptz, $3::bigint)
  and not coalesce(
    (select true from mutes x where x.muter_id = $1 and x.muted_id = e.author_id and x.until > now()), false)
  and e.created_at >= coalesce((select feed_since from users where id = $1), '-infinity')
order by e.created_at desc, e.post_id desc
limit $4

-- name: both
-- Lists the home feed as `home` does, for a viewer who is known to follow authors with very many followers. Reads the keys (time
-- and id) of the newest feed entries and of the newest posts of these authors, slightly more than needed, from indexes alone. If
-- one of the two lists reached its limit, only keys newer than its last key are used, so that there is no gap. Fewer rows than $4
-- therefore do not mean that the feed has ended.
with since as (
  select coalesce(feed_since, '-infinity') - interval '1 millisecond' as at from users where id = $1
), entries as materialized (
  select e.created_at, e.post_id as id from feed_entries e
  where e.user_id = $1 and (e.created_at, e.post_id) < ($2::timestamptz, $3::bigint) and e.created_at > (select at from since)
  order by e.created_at desc, e.post_id desc
  limit $4 + 10
), oldest as materialized (
  select case when count(*) = $4 + 10 then min(created_at) else (select at from since) end as at from entries
), large as materialized (
  select newest.created_at, newest.id
  from feed_merges m
  cross join lateral (
    select p.created_at, p.id from posts p
    where p.author_id = m.followed_id and p.created_at > (select at from oldest)
      and (p.created_at, p.id) < (least($2::timestamptz, m.entries_from), $3::bigint)
    order by p.created_at desc, p.id desc
    limit $4 + 10
  ) newest
  where m.follower_id = $1 and m.entries_from > (select at from oldest)
  order by newest.created_at desc, newest.id desc
  limit $4 + 10
), complete as materialized (
  select case when count(*) = $4 + 10 then min(created_at) else (select at from oldest) end as at from large
)
select shown.*, exists (select from feed_merges m where m.follower_id = $1 and m.entries_from > (select at from oldest)) as merging
from (
  select distinct on (created_at, id) * from (select * from entries union all select * from large) either
  where created_at > (select at from complete)
  order by created_at desc, id desc
) k
{{shown_key}}
order by k.created_at desc, k.id desc
limit $4

-- name: merged
-- Lists the posts of authors with very many followers whom the viewer $1 follows, newest first: at most $4, before the post with
-- the created_at $2 and the id $3, and not before the time $5. Most of these authors have no post in so short a period, so their
-- rows of `users` are joined last.
select {{post_columns}}
from (
  select found.id, found.created_at
  from (
    select u.id as author_id, newest.id, newest.created_at
    from feed_merges m
    cross join lateral (select m.followed_id as id) u
    cross join lateral (
      select newest.id, newest.created_at from unnest({{feed_audiences}}) a (audience)
      cross join lateral (
        select p.id, p.created_at from posts p
        where p.author_id = u.id and p.audience = a.audience and (p.created_at, p.id) < ($2::timestamptz, $3::bigint)
          and p.created_at >= $5::timestamptz and p.created_at < m.entries_from and {{belonged}} and {{post_shown}}
        order by p.created_at desc, p.id desc
        limit $4
      ) newest
      order by newest.created_at desc, newest.id desc
      limit $4
    ) newest
    where m.follower_id = $1 and m.entries_from > $5::timestamptz
    offset 0
  ) found
  join lateral (
    select u.id from users u where u.id = found.author_id and {{living}} and {{followed_by_viewer}} and {{not_muted}} offset 0
  ) u on true
  order by found.created_at desc, found.id desc
  limit $4
) chosen
join posts p on p.id = chosen.id
join users u on u.id = p.author_id
{{picture_join}}
order by chosen.created_at desc, chosen.id desc

-- name: older
-- Lists posts of members whom the viewer $1 follows, from before the viewer's feed entries begin, newest first: at most $4 before
-- the one with the created_at $2 and the id $3. First reads one post of each followed author and audience, to find the authors
-- with the newest posts, and then reads only the posts of these authors.
select {{post_columns}}
from (
  select newest.id, newest.created_at
  from (
    select u.id, u.audience, latest.created_at, latest.id as post_id
    from follows f
    join lateral (
      select u.id, a.audience from users u cross join unnest({{feed_audiences}}) a (audience)
      where u.id = f.followed_id and {{living}} offset 0
    ) u on true
    cross join lateral (
      select p.id, p.created_at from posts p
      where p.author_id = u.id and p.audience = u.audience and (p.created_at, p.id) < ($2::timestamptz, $3::bigint)
        and {{belonged}} and {{post_shown}}
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
      and {{belonged}} and {{post_shown}}
    order by p.created_at desc, p.id desc
    limit $4
  ) newest
  order by newest.created_at desc, newest.id desc
  limit $4
) chosen
join posts p on p.id = chosen.id
{{post_joins}}
order by chosen.created_at desc, chosen.id desc

-- name: nearby
-- Lists posts as `older` does, for a viewer who follows so many members that enough of their posts are among the next $5 posts of
-- all members. Fewer rows than $4 mean that this scan did not find enough, not that the feed has ended.
select shown.*
from (
  select p.id, p.created_at, p.author_id from posts p
  where (p.created_at, p.id) < ($2::timestamptz, $3::bigint)
  order by p.created_at desc, p.id desc
  limit $5
) k
cross join lateral (
  select from follows f where f.follower_id = $1 and f.followed_id = k.author_id offset 0
) followed
{{shown_key}}
order by k.created_at desc, k.id desc
limit $4

-- name: feedState
-- Reads the state of the feed of the user $1. `merging` is whether the user follows authors with very many followers.
select feed_since::text as feed_since, feed_asleep, following_count,
  exists (select from feed_merges where follower_id = $1) as merging
from users where id = $1

-- name: fanOut
-- Adds the post $1 to the feeds of the next $3 followers of its author, those with ids above $2. Deletes the pending job $4 and,
-- if followers may remain, records the next job with the trace context $5 or null. Posts of large authors (with very many
-- followers) get no entries. That is checked only here, because the author may have stopped being one since the post was created.
with removed_job as (
  delete from outbox where id = $4
), next_followers as (
  select f.follower_id, p.id, p.author_id, p.created_at
  from posts p join follows f on f.followed_id = p.author_id
  where p.id = $1 and f.follower_id > $2
    and not exists (select from large_authors l where l.author_id = p.author_id and l.state = 'merged')
  order by f.follower_id
  limit $3
), filled as (
  insert into feed_entries (user_id, created_at, post_id, author_id)
  select r.follower_id, r.created_at, r.id, r.author_id from next_followers r
  where not exists (select from users u where u.id = r.follower_id and u.feed_asleep)
  on conflict do nothing
), next as (
  select record_job('feed.fanOut', jsonb_build_object('postId', $1::bigint, 'afterFollowerId', max(follower_id)), $5::jsonb) as id
  from next_followers having count(*) = $3
)
select id as next_job from next

-- name: backfill
-- Adds the newest $3 posts of the member $2 to the feed of the new follower $1, and deletes the pending job $4. Older posts, and
-- all posts of an author with very many followers, are merged into the feed when it is read.
with removed_job as (
  delete from outbox where id = $4
), actor as (
  {{living_actor}}
), large as (
  select exists (select from large_authors where author_id = $2 and state <> 'falling') as yes
), newest as (
  select p.id, p.created_at from actor join follows f on f.follower_id = actor.id join posts p on p.author_id = f.followed_id
  where f.followed_id = $2 and not (select yes from large)
    and not exists (select from users where id = $1 and feed_asleep)
  order by p.created_at desc, p.id desc
  limit $3
), filled as (
  insert into feed_entries (user_id, created_at, post_id, author_id)
  select $1, created_at, id, $2 from newest
  on conflict do nothing
)
insert into feed_merges (follower_id, followed_id, entries_from)
select f.follower_id, f.followed_id,
  case when large.yes then 'infinity' else (select min(created_at) + interval '1 millisecond' from newest) end
from actor join follows f on f.follower_id = actor.id cross join large
where f.followed_id = $2 and (large.yes or (select count(*) from newest) = $3)
on conflict (follower_id, followed_id) do update set entries_from = greatest(feed_merges.entries_from, excluded.entries_from)

-- name: trim
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

-- name: rebuild
-- Inserts feed entries for the newest $3 posts of followed members, for users with ids above $1 up to $2, except into inactive
-- feeds and those that wait to be filled. If a feed got $3 entries, sets `feed_since` to the time from which it is complete.
with entries as (
  select u.id as user_id, newest.created_at, newest.id as post_id, newest.author_id
  from users u
  cross join lateral (
    select each.id, each.created_at, each.author_id
    from follows f
    cross join lateral (
      select id, created_at, author_id from posts
      where author_id = f.followed_id order by created_at desc, id desc limit $3
    ) each
    where f.follower_id = u.id
    order by each.created_at desc, each.id desc
    limit $3
  ) newest
  where u.id > $1 and u.id <= $2 and not u.feed_asleep and u.feed_since is distinct from 'infinity'
), marked as (
  update users u set feed_since = oldest.created_at + interval '1 millisecond'
  from (select user_id, min(created_at) as created_at from entries group by user_id having count(*) = $3) oldest
  where u.id = oldest.user_id
)
insert into feed_entries (user_id, created_at, post_id, author_id)
select user_id, created_at, post_id, author_id from entries
on conflict do nothing

-- name: removeUnneededMerges
-- Deletes rows of `feed_merges` that users with ids above $1 up to $2 do not need: rows for deleted members, and rows for times
-- before the user's feed entries begin, because posts of those times are read from the posts table anyway. Also changes
-- `feed_since` from '-infinity', which `refill` stores for a feed that got all posts, to null, which means complete.
with always as (
  update users set feed_since = null where id > $1 and id <= $2 and feed_since = '-infinity'
)
delete from feed_merges m using users u
where m.follower_id > $1 and m.follower_id <= $2 and u.id = m.follower_id and (
  u.feed_since < 'infinity' and m.entries_from <= u.feed_since
  or u.deleted_at is not null
  or coalesce((select true from users a where a.id = m.followed_id and a.deleted_at is not null), false)
)

-- name: sweep
-- Deletes feed entries of users with ids above $1 up to $2: the entries of deleted posts, of deleted users and of inactive feeds.
-- A fan-out may have inserted them while an account was erased or a feed deactivated. `offset 0` makes the planner look up each
-- post by id.
delete from feed_entries e using users u
where u.id > $1 and u.id <= $2 and e.user_id = u.id and (
  u.deleted_at is not null
  or u.feed_asleep
  or not coalesce((select true from posts p where p.id = e.post_id and p.author_id <> {{placeholder_user}} offset 0), false)
)

-- name: markRead
-- Stores $2, the time of the newest post that the user $1 has seen. A time before the stored one changes nothing.
update users set feed_read_at = least($2::timestamptz, now())
where id = $1 and feed_read_at is distinct from greatest(feed_read_at, least($2::timestamptz, now()))
returning id

-- name: shown_key
-- Joins the post with the id of the row k, if it is shown in the viewer $1's feed. `offset 0` makes the planner look up each
-- post by id.
cross join lateral (
  select {{post_columns}}
  from posts p
  join users u on u.id = p.author_id and {{living}} and {{not_muted}}
  left join images i on i.id = p.image_id
  where p.id = k.id and {{in_feed}}
  offset 0
) shown
