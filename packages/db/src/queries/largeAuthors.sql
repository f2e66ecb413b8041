-- The states of large authors, who have very many followers. A change of state is applied to all followers in steps, each for one
-- batch of followers. A step is called with the version of the state that it applies, so its database snapshot is newer than the
-- change of state. Members who follow the author after the snapshot see the new state when they follow.

-- name: promote
-- Makes the author of the post $1 a large author at $2 followers or more; $3 is the trace context of the job or null. Promotes
-- nobody for a day after the migration that added large authors, because the earlier version, which does not know them, may
-- still run. A database created since then has no such migration.
with promoted as (
insert into large_authors (author_id)
select u.id from posts p join users u on u.id = p.author_id and {{living}}
where p.id = $1 and u.followers_count >= $2
  and not exists (
    select from migrations where name = 'Migration018LargeAuthors' and executed_at > now() - interval '1 day'
  )
on conflict (author_id) do update set state = 'rising', version = large_authors.version + 1, reached_id = 0
where large_authors.state = 'falling'
returning author_id
)
select record_job('feed.merge', jsonb_build_object('authorId', author_id), $3::jsonb) as job_id from promoted

-- name: demote
-- Demotes large authors who have fewer than $1 followers or whose account is not active.
update large_authors l set state = 'falling', version = l.version + 1, reached_id = 0
from users u
where u.id = l.author_id and l.state <> 'falling' and (u.followers_count < $1 or not ({{living}}))
returning l.author_id

-- name: unfinished
select author_id from large_authors where state <> 'merged' order by author_id

-- name: version
-- Reads the version of the state of the author $1; no row unless a change of the state is still being applied.
select version from large_authors where author_id = $1 and state <> 'merged'

-- name: step
-- Applies the state of the author $1 with the version $2 to the next $3 followers. Promotion: every follower gets a row in
-- `feed_merges`; only after that, posts are no longer written into feeds. Demotion: new posts are already written into feeds,
-- and all posts created until a minute from now stay merged at read time. That minute covers posts whose fan-out still saw the
-- former state, and clocks that differ.
with author as (
  select author_id, state, reached_id from large_authors
  where author_id = $1 and version = $2 and state <> 'merged'
  for no key update
), next_followers as (
  select f.follower_id from author a join follows f on f.followed_id = a.author_id
  where f.follower_id > a.reached_id
  order by f.follower_id
  limit $3
), added_merges as (
  insert into feed_merges (follower_id, followed_id)
  select follower_id, $1 from next_followers where (select state from author) = 'rising'
  on conflict (follower_id, followed_id) do update set entries_from = 'infinity'
  where feed_merges.entries_from < 'infinity'
), ending_merges as (
  update feed_merges m set entries_from = now() + interval '1 minute'
  from next_followers r
  where m.follower_id = r.follower_id and m.followed_id = $1 and m.entries_from = 'infinity'
    and (select state from author) = 'falling'
), progress as (
  select count(*) < $3 as whole, max(follower_id) as last from next_followers
), ended as (
  delete from large_authors l using author a, progress
  where l.author_id = a.author_id and a.state = 'falling' and progress.whole
)
update large_authors l set reached_id = coalesce(progress.last, l.reached_id),
  state = case when progress.whole then 'merged' else l.state end
from author a, progress
where l.author_id = a.author_id and not (a.state = 'falling' and progress.whole)
returning l.state <> 'merged' as more
