-- Statements for what is shown above the home feed of the viewer $1. Each examines a bounded number of rows, whatever the viewer sees.

-- name: shown_author
-- Joins the author of the post p, if the viewer $1 may see p and has not muted the author.
join lateral (select from users u where u.id = p.author_id and {{visible_post}} and {{not_muted}} offset 0) author on true

-- list: posts(viewer, from, to, starts, ends)
-- Lists the ids of at most three posts of each kind: `events` that begin from $2 to $3, which the viewer comes to or which are
-- the viewer's or friends'; open `polls` of friends in which the viewer has not voted; `memories`, own posts and those of friends
-- from the days that begin at $4 and end at $5, the newest first. Friends are members who follow each other: the 200 whom the
-- viewer followed last. Of each friend, it examines the last 20 events, the last 20 polls and 50 posts a day, so what others hide
-- from the viewer takes no place.
with friends as materialized (
  select f.followed_id as id
  from (select * from follows where follower_id = $1 order by created_at desc, followed_id desc limit 1000) f
  where exists (select from follows b where b.follower_id = f.followed_id and b.followed_id = $1)
  order by f.created_at desc, f.followed_id desc
  limit 200
), candidates as (
  select post_id as id from (
    select post_id from event_answers where user_id = $1 and answer <> 'no' order by post_id desc limit 1000
  ) answered
  union
  select p.id from (select $1::bigint as id union all select id from friends) a
  cross join lateral (select id from posts where author_id = a.id and kind = 'event' order by created_at desc limit 20) p
  where not exists (select from event_answers where post_id = p.id and user_id = $1 and answer = 'no')
), found_events as (
  select p.id, e.starts_at
  from candidates c
  join lateral (select * from events where post_id = c.id offset 0) e
    on e.starts_at >= $2::timestamptz and e.starts_at < $3::timestamptz and e.cancelled_at is null
  join posts p on p.id = c.id
  {{shown_author}}
  order by e.starts_at, p.id
  limit 3
), found_polls as (
  select p.id, p.created_at
  from friends f
  cross join lateral (
    select * from posts
    where author_id = f.id and kind = 'poll' and created_at > now() - interval '30 days'
    order by created_at desc
    limit 20
  ) p
  join polls l on l.post_id = p.id and (l.closes_at is null or l.closes_at > now())
  {{shown_author}}
  where not exists (select from poll_options o join poll_votes v on v.option_id = o.id where o.poll_id = l.id and v.user_id = $1)
  order by p.created_at desc, p.id desc
  limit 3
), found_memories as (
  select p.id, p.author_id, p.created_at
  from (select $1::bigint as id union all select id from friends) a
  -- Most members have no posts that are so old.
  cross join lateral (select from posts where author_id = a.id and created_at < ($5::timestamptz[])[1] limit 1) old
  cross join unnest($4::timestamptz[], $5::timestamptz[]) d (starts, ends)
  cross join lateral (
    select * from posts
    where author_id = a.id and created_at >= d.starts and created_at < d.ends
    order by created_at desc, id desc
    limit 50
  ) p
  {{shown_author}}
  order by p.author_id = $1 desc, p.created_at desc, p.id desc
  limit 3
)
select array(select id from found_events order by starts_at, id) as "events!",
  array(select id from found_polls order by created_at desc, id desc) as "polls!",
  array(select id from found_memories order by author_id = $1 desc, created_at desc, id desc) as "memories!"
