-- name: record
-- $1 name, $2 payload, $3 the trace context that the job continues or null, $4 when it is due or null for now
select record_job($1, $2::jsonb, $3::jsonb, $4::timestamptz) as id

-- name: recordMissed
-- $1 the time of a restored backup: backups contain no jobs, so these are recorded again. All of them are idempotent.
select count(job) as jobs from (
  select record_job('users.erase', jsonb_build_object('userId', id)) as job from users where deleted_at is not null
  union all
  select record_job('feed.fanOut', jsonb_build_object('postId', id, 'afterFollowerId', 0)) from posts
  where created_at > $1::timestamptz - interval '1 day'
  union all
  select record_job('feed.backfill', jsonb_build_object('followerId', follower_id, 'followedId', followed_id)) from follows
  where created_at > $1::timestamptz - interval '1 day'
) missed

-- name: lease
-- $1 rows, $2 seconds, $3 names of jobs. Leased jobs are due again after that time, in case their process dies.
update outbox set due_at = now() + make_interval(secs => $2)
where id in (
  select id from outbox where due_at <= now() and name = any ($3::text[]) order by due_at, id limit $1 for update skip locked
)
returning id, name, payload

-- name: done
-- $1 jobs
delete from outbox where id = any ($1::bigint[])

-- name: release
-- $1 jobs that the queue did not accept. They are due again at once.
update outbox set due_at = now() where id = any ($1::bigint[])

-- name: unknown
-- $1 the names of jobs that this version knows: counts the jobs with any other name, which belong to another version
select name, count(*)::int as jobs from outbox where name <> all ($1::text[]) group by name order by name

-- name: waiting
select count(*)::int as jobs,
  coalesce(greatest(0, extract(epoch from now() - min(due_at))), 0)::float8 as overdue_seconds
from outbox
