-- name: score
-- $1 the run's time, $2 this slice, $3 of so many, $4 days a post can be popular for, $5 posts scored exactly.
-- Newcomers of the last day count a quarter; nobody counts twice, nor for a post of their own.
with chosen as (
  select p.id, p.author_id, p.created_at from posts p
  where p.created_at > $1::timestamptz - make_interval(days => $4) and p.created_at <= $1::timestamptz
    and p.id % $3 = $2 and p.likes_count + p.comments_count > 0 and p.audience = 'public'
  order by (p.likes_count + p.comments_count) / {{interest_decay}} desc, p.id desc
  limit $5
), people as (
  select c.id, l.user_id from chosen c join likes l on l.post_id = c.id where l.user_id <> c.author_id
  union
  select c.id, m.author_id from chosen c join comments m on m.post_id = c.id where m.author_id <> c.author_id
)
insert into popular_scores (run_at, post_id, score)
select $1::timestamptz, p.id,
  sum(case when u.created_at > $1::timestamptz - interval '1 day' then 0.25 else 1 end) / {{interest_decay}}
from people e join users u on u.id = e.user_id and u.disabled_at is null and u.deleted_at is null
join chosen p on p.id = e.id
group by p.id, p.created_at
on conflict (run_at, post_id) do nothing

-- name: publish
-- $1 the run's time, $2 posts a ranking holds, $3 rankings kept. Nothing when the run is published already.
with made as (
  insert into popular_snapshots (run_at) values ($1)
  on conflict (run_at) do nothing
  returning id
), ranked as (
  insert into popular_entries (snapshot_id, rank, post_id, score)
  select made.id, row_number() over (order by s.score desc, s.post_id desc), s.post_id, s.score
  from made, popular_scores s
  where s.run_at = $1
  order by s.score desc, s.post_id desc
  limit $2
), used as (
  delete from popular_scores where run_at <= $1 and exists (select from made)
), forgotten as (
  delete from popular_snapshots where exists (select from made) and id not in (
    select id from popular_snapshots order by id desc limit $3 - 1
  )
)
select id from made
