-- name: begin()
-- Inserts the row that stores the progress of the ranking on a new server, where all posts are to be scored. No migration
-- inserts it, because backups contain the row.
insert into popular_progress (likes_to, comments_to, rebuild_before)
select (select coalesce(max(id), 0) from likes), (select coalesce(max(id), 0) from comments), 'infinity'
where not exists (select from popular_progress)
on conflict do nothing

-- name: changed(likesSeen, commentsSeen, rows)
-- Reads the posts that have new likes, comments or rows in `popular_changes` since the last run. $1 and $2 are the ids of the
-- last like and comment that this run has read, $3 the maximum rows of each. The stored ids, `likes_to` and `comments_to`, only
-- move past rows older than a minute, because an id is assigned before its row is visible. So some posts are scored twice, which
-- is harmless.
with checkpoint as (
  select likes_to, comments_to from popular_progress
), l as (
  select id, post_id, created_at from likes where id > greatest($1, (select likes_to from checkpoint)) order by id limit $3
), c as (
  select id, post_id, created_at from comments where id > greatest($2, (select comments_to from checkpoint)) order by id limit $3
), g as (
  select id, post_id from popular_changes order by id limit $3
)
select array(select post_id from l union select post_id from c union select post_id from g) as "posts!",
  array(select id from g) as "changes!",
  coalesce((select max(id) from l), $1) as "likes_seen!", coalesce((select max(id) from c), $2) as "comments_seen!",
  coalesce((select max(id) from l where created_at < now() - interval '1 minute'), 0) as "likes_to!",
  coalesce((select max(id) from c where created_at < now() - interval '1 minute'), 0) as "comments_to!",
  greatest((select count(*) from l), (select count(*) from c), (select count(*) from g))::int as "rows!"

-- name: score(posts, runAt, kept)
-- Scores the posts $1 at the run's time $2; posts that cannot reach the lowest of the $3 best scores get none. `people` is the
-- number of distinct members, except the author, who liked or commented; a member whose account was then younger than a day
-- counts as a quarter. `likes_count` already counts the likes; only the likes of lower weight are read, to correct that number.
-- If these are a thousand or more, a sample of a thousand likes estimates the average weight.
-- Whether a commenter also liked is looked up one by one: a join would read all likes of the post.
-- Scores halve every `popular_half_life()` hours. They are stored as logarithms, which need no updates as time passes: the time of the
-- post is one term of the sum.
with threshold as (
  select hotness from popular_posts order by hotness desc, post_id desc offset $3 limit 1
), chosen as (
  select p.id, p.author_id, p.created_at, p.likes_count from posts p
  where p.id = any ($1::bigint[]) and p.author_id <> placeholder_user() and p.audience = 'public' and p.frozen_at is null
    and p.created_at + interval '14 days' > $2::timestamptz and p.likes_count + p.comments_count > 0
    and ln(p.likes_count + p.comments_count) / ln(2) + extract(epoch from p.created_at)::float8 / 3600 / popular_half_life()
      >= coalesce((select hotness from threshold), '-infinity')
), scored as (
  select c.id, c.created_at,
    coalesce(share.weight * c.likes_count, c.likes_count - light.missing) - coalesce(own.weight, 0) + coalesce(commenters.people, 0) as people
  from chosen c
  cross join lateral (
    select count(*) as likes, coalesce(sum(1 - weight), 0) as missing from (
      select weight from likes where post_id = c.id and weight is not null limit 1000
    ) l
  ) light
  cross join lateral (
    select avg(coalesce(each.weight, 1)) as weight from (
      select floor(random() * (select max(id) from users))::bigint as least from generate_series(1, 40)
      where light.likes = 1000 offset 0
    ) start cross join lateral (
      select l.weight from likes l where l.post_id = c.id and l.user_id >= start.least order by l.user_id limit 25
    ) each
  ) share
  left join lateral (
    select coalesce(l.weight, 1) as weight from likes l where l.post_id = c.id and l.user_id = c.author_id
  ) own on true
  cross join lateral (
    select sum(case when u.deleted_at is not null or u.disabled_at is not null then 0
    when e.at < u.created_at + interval '1 day' then newcomer_weight() else 1 end) as people
    from (
      select author_id, min(created_at) as at from (
        select m.author_id, m.created_at from comments m where m.post_id = c.id order by m.id desc limit 1000
      ) newest where author_id <> c.author_id group by author_id
    ) e join users u on u.id = e.author_id
    where not coalesce((select true from likes l where l.user_id = e.author_id and l.post_id = c.id), false)
  ) commenters
), written as (
  insert into popular_posts (post_id, created_at, hotness)
  select id, created_at, ln(people::float8) / ln(2) + extract(epoch from created_at)::float8 / 3600 / popular_half_life()
  from scored where people > 0
  order by id
  on conflict (post_id) do update set hotness = excluded.hotness, created_at = excluded.created_at
  where (popular_posts.hotness, popular_posts.created_at) <> (excluded.hotness, excluded.created_at)
)
delete from popular_posts where post_id = any ($1::bigint[]) and post_id not in (select id from scored where people > 0)

-- name: older(runAt, posts)
-- Reads the next batch of a full rescoring: the newest $2 posts that the rescoring has not reached yet, and posts with the same
-- time as the last of them. Posts older than 14 days at the run's time $1 are left out. Returns no row if no full rescoring is in
-- progress.
with checkpoint as (
  select rebuild_before as at from popular_progress
), batch as (
  select id, created_at from posts
  where created_at < (select at from checkpoint) and created_at > $1::timestamptz - interval '14 days'
  order by created_at desc fetch first ($2) rows with ties
)
select array(select id from batch) as "posts!", (select min(created_at) from batch) as oldest
where (select at from checkpoint) is not null

-- name: reweigh(user, rows)
-- After the user $1 was disabled or enabled, changes the weights of the user's newest $2 likes, unless they are too old to count
-- in a ranking, and has the posts of these likes and of the newest $2 comments scored again.
with liked as (
  update likes l set weight = case when u.disabled_at is not null then 0 when l.created_at < u.created_at + interval '1 day' then newcomer_weight() end
  from users u
  where u.id = $1 and l.id = any (array(select id from likes where user_id = $1 order by id desc limit $2))
    and l.created_at > now() - interval '15 days'
  returning l.post_id
)
insert into popular_changes (post_id)
select post_id from liked
union
(select post_id from comments where author_id = $1 order by id desc limit $2)

-- name: publish(runAt, max, kept)
-- Publishes a ranking of at most $2 posts at the run's time $1, and deletes all but the newest $3 rankings. Returns no row if the
-- run is published already. The highest scores are selected before the posts are checked, so that the planner scans the index of
-- scores: few of these posts are not public any more, so enough remain.
with made as (
  insert into popular_snapshots (run_at) values ($1)
  on conflict (run_at) do nothing
  returning id
), hottest as (
  select s.post_id, s.hotness
  from (select * from popular_posts order by hotness desc, post_id desc limit $2 * 4) s
  join lateral (select from posts p where p.id = s.post_id and p.audience = 'public' and p.frozen_at is null
    and p.author_id <> placeholder_user() offset 0) p on true
  where s.created_at > $1::timestamptz - interval '14 days' and s.created_at <= $1::timestamptz
  order by s.hotness desc, s.post_id desc
  limit $2
), ranked as (
  insert into popular_entries (snapshot_id, rank, post_id, score)
  select made.id, row_number() over (order by h.hotness desc, h.post_id desc), h.post_id,
    power(2, h.hotness - extract(epoch from $1::timestamptz)::float8 / 3600 / popular_half_life())
  from made, hottest h
), removed_snapshots as (
  delete from popular_snapshots where exists (select from made) and id not in (
    select id from popular_snapshots order by id desc limit $3 - 1
  )
)
select id from made

-- list: popular(viewer, rank, rows, snapshot?)
-- Reads the next $3 posts with ranks above $2 in the ranking $4, or in the newest one if $4 is null, and lists those that the
-- viewer $1 may see.
select e.snapshot_id, e.rank, {{post_columns}}, u.id is not null as "shown!", e.position as "position!"
from (
  select *, row_number() over (order by rank) as position from popular_entries
  where snapshot_id = coalesce($4, (select max(id) from popular_snapshots)) and rank > $2
  order by rank
  limit $3
) e
join posts p on p.id = e.post_id
{{examined_post_joins}}
where u.id is not null or e.position = $3
order by e.rank
