-- Feeds of members who have not visited for long: no posts are written into such a feed until the member returns.

-- name: seen
-- Updates the time of the user $1's last visit, at most once a day.
update users set seen_at = now() where id = $1 and seen_at < now() - interval '1 day'

-- name: deactivate
-- Deactivates the feeds of users with ids above $1 up to $2 who have not visited for $3 days. These feeds are then read from the
-- posts table.
with deactivated as (
  update users set feed_asleep = true, feed_since = 'infinity'
  where id > $1 and id <= $2 and not feed_asleep and seen_at < now() - make_interval(days => $3)
  returning id
)
delete from feed_entries e using deactivated where e.user_id = deactivated.id

-- name: activate
-- Activates the feed of the user $1, so that later fan-outs write into it; `feed_since` stays `infinity`, so that no entries are
-- read until the feed is filled.
update users set feed_asleep = false, seen_at = now() where id = $1 and feed_asleep

-- name: reactivate
-- Activates the feed of the user $1 as `activate` does and, if the feed was inactive, records the job that fills it, with the
-- trace context $2 or null.
with reactivated as (
  update users set feed_asleep = false, seen_at = now() where id = $1 and feed_asleep returning id
)
select record_job('feed.wake', jsonb_build_object('userId', id), $2::jsonb) as job_id from reactivated

-- name: resume
-- Records new jobs for feeds that were reactivated but not filled, of users with ids above $1 up to $2.
select count(record_job('feed.wake', jsonb_build_object('userId', id))) as jobs
from users where id > $1 and id <= $2 and not feed_asleep and feed_since = 'infinity'

-- name: refill
-- Fills the reactivated feed of the user $1 with at most $2 entries. Runs after `activate` has committed: posts that are too new
-- for this statement to see are fanned out to the feed instead. If the feed then has all posts, `feed_since` becomes `-infinity`
-- and not null: a request that has just found no entries, and now reads `feed_since`, would take null for the end of the feed.
with newest as (
  select each.id, each.created_at, each.author_id
  from follows f
  cross join lateral (
    select id, created_at, author_id from posts where author_id = f.followed_id order by created_at desc, id desc limit $2
  ) each
  where f.follower_id = $1 and exists (select from users where id = $1 and not feed_asleep and feed_since = 'infinity')
    and not exists (
      select from feed_merges m where m.follower_id = $1 and m.followed_id = f.followed_id and m.entries_from = 'infinity')
  order by each.created_at desc, each.id desc
  limit $2
), filled as (
  insert into feed_entries (user_id, created_at, post_id, author_id)
  select $1, created_at, id, author_id from newest
  on conflict do nothing
)
update users set feed_since = case
    when (select count(*) from newest) < $2 then '-infinity'
    else (select min(created_at) + interval '1 millisecond' from newest)
  end
where id = $1 and not feed_asleep and feed_since = 'infinity'
