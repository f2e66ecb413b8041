-- $1 and $2 members from this id (excluded) to that, $3 entries of each
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
  where u.id > $1 and u.id <= $2
), marked as (
  update users u set feed_since = oldest.created_at
  from (select user_id, min(created_at) as created_at from entries group by user_id having count(*) = $3) oldest
  where u.id = oldest.user_id
)
insert into feed_entries (user_id, created_at, post_id, author_id)
select user_id, created_at, post_id, author_id from entries
on conflict do nothing
