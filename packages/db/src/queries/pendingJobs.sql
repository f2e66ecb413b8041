-- name: record(name, payloads, traceContext?, dueAt?)
-- Records jobs: $1 name, $2 the payload of each, $3 the trace context that they continue or null, $4 when they are due or null for now.
select record_job($1, payload, $3::jsonb, $4::timestamptz) as "id!" from unnest($2::jsonb[]) payload

-- name: recordMissed(backupMadeAt)
-- After a backup from the time $1 was restored, records the jobs that may be missing, because backups contain no jobs. All of
-- these jobs are idempotent.
select count(job) as "jobs!" from (
  select record_job('users.erase', jsonb_build_object('userId', id)) as job from users where deleted_at is not null
  union all
  select record_job('feed.fanOut', jsonb_build_object('postId', id)) from posts
  where created_at > $1::timestamptz - interval '1 day'
  union all
  select record_job('feed.backfill', jsonb_build_object('followerId', follower_id, 'followedId', followed_id)) from follows
  where created_at > $1::timestamptz - interval '1 day'
  union all
  -- Of whole days, the first reminder is due 32 hours before at the earliest; the job waits if its time has not come.
  select record_job('events.notify', jsonb_build_object('postId', post_id, 'kind', r.kind, 'at', starts_at), null, starts_at - r.ahead)
  from events cross join (values ('eventTomorrow', interval '32 hours'), ('eventSoon', interval '1 hour')) r (kind, ahead)
  where cancelled_at is null and starts_at > now() - interval '1 day'
  union all
  -- Guests who were told before the backup are not told again.
  select record_job('events.notify', jsonb_build_object('postId', post_id, 'kind', 'eventMoved', 'at', changed_at), null, notified_at)
  from events where changed_at is not null and notified_at > $1::timestamptz - interval '1 hour'
) missed

-- name: lease(rows, seconds, names)
-- Leases at most $1 due jobs with one of the names $3 for $2 seconds, by setting the time when they are due to the end of the
-- lease. If this process dies, other processes can lease the jobs after that time. A job recorded just now counts as due although
-- its time was rounded up to a whole millisecond.
update pending_jobs set due_at = now() + make_interval(secs => $2)
where id in (
  select id from pending_jobs where due_at <= now() + interval '1 millisecond' and name = any ($3::text[])
  order by due_at, id limit $1 for update skip locked
)
returning id, name, payload

-- name: done(ids)
-- Deletes the jobs $1, which are done, or which the queue has accepted and cannot lose.
delete from pending_jobs where id = any ($1::bigint[])

-- name: waiting()
select count(*)::int as "jobs!",
  coalesce(greatest(0, extract(epoch from now() - min(due_at))), 0)::float8 as "overdue_seconds!"
from pending_jobs
