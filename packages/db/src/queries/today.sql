-- Statements for what is shown above the home feed of the viewer $1.

-- name: shown_author
-- Joins the author of the post p, if the viewer $1 may see p and has not muted the author.
join lateral (select from users u where u.id = p.author_id and {{visible_post}} and {{not_muted}} offset 0) author on true

-- list: posts(viewer, from, to, starts, ends)
-- Lists when at most 100 `events` take place that go on between $2 and $3, which the viewer comes to or which are the viewer's or
-- friends', and the ids of at most three posts of each other kind: open `polls` of friends in which the viewer has not voted;
-- `memories`, own posts and those of friends from the days that begin at $4 and end at $5, the newest first. Friends are members who
-- follow each other: the 200 whom the viewer followed last. Of each friend, it takes the last 20 events and the last 20 polls that the
-- viewer sees: what a friend hides from the viewer takes no place.
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
  cross join lateral (
    select p.id from posts p {{shown_author}}
    where p.author_id = a.id and p.kind = 'event' order by p.created_at desc limit 20
  ) p
  where not exists (select from event_answers where post_id = p.id and user_id = $1 and answer = 'no')
), found_events as (
  select p.id, e.starts_at, e.ends_at, e.time_zone
  from candidates c
  join lateral (select * from events where post_id = c.id offset 0) e
    on event_end(e.starts_at, e.ends_at) > $2::timestamptz and e.starts_at < $3::timestamptz and e.cancelled_at is null
  join posts p on p.id = c.id
  {{shown_author}}
  order by e.starts_at desc, p.id
  limit 100
), found_polls as (
  select p.id, p.created_at
  from friends f
  cross join lateral (
    select p.id, p.created_at from posts p {{shown_author}}
    where p.author_id = f.id and p.kind = 'poll' and p.created_at > now() - interval '30 days'
    order by p.created_at desc
    limit 20
  ) p
  join polls l on l.post_id = p.id and (l.closes_at is null or l.closes_at > now())
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
    select p.id, p.author_id, p.created_at from posts p {{shown_author}}
    where p.author_id = a.id and p.created_at >= d.starts and p.created_at < d.ends
    order by p.created_at desc, p.id desc
    limit 3
  ) p
  order by p.author_id = $1 desc, p.created_at desc, p.id desc
  limit 3
)
select coalesce((
    select json_agg(json_build_object('id', id, 'starts_at', starts_at, 'ends_at', ends_at, 'time_zone', time_zone) order by starts_at, id)
    from found_events
  ), '[]') as "events!: TodayEvent[]",
  array(select id from found_polls order by created_at desc, id desc) as "polls!",
  array(select id from found_memories order by author_id = $1 desc, created_at desc, id desc) as "memories!"
