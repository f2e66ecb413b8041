-- name: followed_now
-- CTEs that come after the CTE `followed`, which has a new row of `follows`: they update counts, open a chat of the two, and record
-- the job that fills the feed. The rows of two users are always locked in the order of their ids, so that concurrent follows do not
-- deadlock.
locked as (
  select id from users where id in ($1, $2) and exists (select from followed) order by id for no key update
), counted as (
  update users u set
    following_count = following_count + (u.id = f.follower_id)::int,
    followers_count = followers_count + (u.id = f.followed_id)::int
  from locked cross join followed f where u.id = locked.id
  returning u.id, u.followers_count
), opened as (
  insert into chats (kind, lower_id, higher_id)
  select 'direct', least($1, $2), greatest($1, $2) where (select count(*) from counted) > 0
  on conflict (lower_id, higher_id) do nothing
  returning id
), added_members as (
  insert into memberships (chat_id, user_id, contact_id)
  select d.id, a, b from (
    select id from opened
    union all
    select id from chats where lower_id = least($1, $2) and higher_id = greatest($1, $2) and exists (select from counted)
  ) d, (values ($1::bigint, $2::bigint), ($2, $1)) pair (a, b)
  on conflict do nothing
), accepted as (
  update memberships c set request = null from followed f
  where (c.user_id, c.contact_id) in (($1, $2), ($2, $1)) and (c.request = 'waiting' or c.request = 'declined' and c.user_id = f.follower_id)
), queued as (
  select record_job('feed.backfill', jsonb_build_object('followerId', follower_id, 'followedId', followed_id), $3::jsonb,
    now() + interval '5 seconds') as id from followed
)

-- name: add(follower, followed, traceContext?, paused)
-- Follows the user $2 as $1; $3 is the trace context of the pending job or null. A private user gets a request instead. If $4 is
-- true, because a recent request was declined, there is no request either, and `paused` is true. The row of a private user is
-- locked, so that no request to a user who becomes public concurrently stays unanswered. If the user has just become public,
-- nothing is done, `retry` is true, and the caller retries. `asked` is whether a request was made, or withdrawn by `remove`.
with active as materialized (
  select id, private from users where id in ($1, $2) and deleted_at is null and disabled_at is null order by id for key share
), pair as (
  select $1::bigint as follower, u.id as followed, u.private and not {{followed_by_viewer}} as asks
  from active u where u.id = $2 and (select count(*) from active) = 2 and {{not_blocked}}
), still_private as (
  select from users where id = (select followed from pair where asks) and private for share
), asked as (
  insert into follow_requests (follower_id, followed_id)
  select follower, followed from pair where exists (select from still_private) and not $4::boolean
  on conflict (follower_id, followed_id) do nothing
  returning followed_id
), followed as (
  insert into follows (follower_id, followed_id)
  select follower, followed from pair where not asks
  on conflict (follower_id, followed_id) do nothing
  returning follower_id, followed_id
), pushed as (
  select record_push(followed_id, 'request', $1), record_webhooks(followed_id, 'follow.asked', $1) from asked
), {{followed_now}}, notified as (
  select notify_member($2, 'follow', $1, null, null) as done from followed
)
select coalesce((select followers_count from counted where id = $2), u.followers_count) as "followers_count!",
  exists (select from followed) as "changed!", coalesce((select done from notified), false) as "notified!",
  (select id from queued) as job_id, exists (select from asked) as "asked!",
  pair.asks and not exists (select from still_private) as "retry!",
  pair.asks and $4::boolean and not exists (
    select from follow_requests where follower_id = pair.follower and followed_id = pair.followed) as "paused!",
  case when pair.asks then 'requested' else 'following' end as "follow_state!: FollowState"
from users u join pair on u.id = pair.followed left join pushed on true

-- name: accept(followed, follower, traceContext?)
-- Accepts the follow request of $2 to the user $1, and notifies $2; $3 is the trace context of the pending job or null. Returns
-- no row if there is no request, or $2 already follows $1.
with active as materialized (
  select id from users where id in ($1, $2) and deleted_at is null and disabled_at is null order by id for key share
), answered as (
  delete from follow_requests where follower_id = $2 and followed_id = $1 and (select count(*) from active) = 2
  returning follower_id, followed_id
), followed as (
  insert into follows (follower_id, followed_id)
  select follower_id, followed_id from answered
  on conflict (follower_id, followed_id) do nothing
  returning follower_id, followed_id
), {{followed_now}}, notified_requester as (
  select notify_member(follower_id, 'accepted', followed_id, null, null) as done from followed
)
select (select followers_count from counted where id = $1) as "followers_count!", (select id from queued) as "job_id!",
  (select done from notified_requester) as "notified!"
from followed

-- name: requests(followed, at, id, rows)
-- Lists the follow requests to the user $1, newest first: at most $4 after the row with the created_at $2 and the user id $3.
select {{person_columns}}, k.created_at, k.follower_id as key_id, u.id is not null as "shown!", k.position as "position!"
from (
  select *, row_number() over (order by created_at desc, follower_id desc) as position from follow_requests
  where followed_id = $1 and (created_at, follower_id) < ($2::timestamptz, $3::bigint)
  order by created_at desc, follower_id desc
  limit $4
) k
left join lateral (select * from users u where u.id = k.follower_id and {{visible_user}} offset 0) u on true
where u.id is not null or k.position = $4
order by k.created_at desc, k.follower_id desc

-- name: requestsCount(followed)
-- Counts the follow requests to the user $1 for the bell, at most the newest 100; 0 if $1 has switched off these notifications.
select count(*) as "count!"
from (
  select follower_id from follow_requests where followed_id = $1 and wants_notification($1, 'follow', true)
  order by created_at desc, follower_id desc
  limit 100
) r
join users u on u.id = r.follower_id and {{visible_user}}

-- name: remove(follower, followed)
-- Ends the follow of the user $2 by $1, or withdraws the request. The rows of two users are always locked in the order of their
-- ids.
with active as materialized (
  select id from users where id in ($1, $2) and deleted_at is null and disabled_at is null order by id for key share
), pair as (
  select $1::bigint as follower, u.id as followed from active u where u.id = $2 and (select count(*) from active) = 2 and {{not_blocked}}
), unfollowed as (
  delete from follows using pair where follower_id = pair.follower and followed_id = pair.followed
  returning followed_id
), removed_request as (
  delete from follow_requests using pair where follower_id = pair.follower and followed_id = pair.followed
  returning followed_id
), locked as (
  select id from users where id in ($1, $2) and exists (select from unfollowed) order by id for no key update
), counted as (
  update users u set
    following_count = following_count - (u.id = $1)::int,
    followers_count = followers_count - (u.id = $2)::int
  from locked where u.id = locked.id
  returning u.id, u.followers_count
), removed_entries as (
  delete from feed_entries where user_id = (select follower from pair) and author_id = $2
)
select coalesce((select followers_count from counted where id = $2), u.followers_count) as "followers_count!",
  exists (select from unfollowed) as "changed!", false as "notified!", null::bigint as job_id,
  exists (select from removed_request) as "asked!", false as "retry!", false as "paused!", 'none' as "follow_state!: FollowState"
from users u join pair on u.id = pair.followed

-- list: followers(viewer, user, at, id, rows)
-- Lists, for the viewer $1, the followers of the user $2, newest first: at most $5 after the row with the created_at $3 and the
-- user id $4.
select {{person_columns}}, k.created_at, k.follower_id as key_id, u.id is not null as "shown!", k.position as "position!"
from (
  select *, row_number() over (order by created_at desc, follower_id desc) as position from follows
  where followed_id = $2 and (created_at, follower_id) < ($3::timestamptz, $4::bigint) and {{visible_lists}}
  order by created_at desc, follower_id desc
  limit $5
) k
left join lateral (select * from users u where u.id = k.follower_id and {{visible_user}} offset 0) u on true
where u.id is not null or k.position = $5
order by k.created_at desc, k.follower_id desc

-- list: following(viewer, user, at, id, rows, mutual)
-- Lists, for the viewer $1, the members whom the user $2 follows, last followed first: at most $5 after the row with the
-- created_at $3 and the user id $4; if $6, only those who follow the viewer.
select {{person_columns}}, k.created_at, k.followed_id as key_id, u.id is not null as "shown!", k.position as "position!"
from (
  select *, row_number() over (order by created_at desc, followed_id desc) as position from follows
  where follower_id = $2 and (created_at, followed_id) < ($3::timestamptz, $4::bigint) and {{visible_lists}}
  order by created_at desc, followed_id desc
  limit $5
) k
left join lateral (
  select * from users u where u.id = k.followed_id and (not $6::boolean or {{follows_viewer}}) and {{visible_user}} offset 0
) u on true
where u.id is not null or k.position = $5
order by k.created_at desc, k.followed_id desc

-- name: request(followed, follower, pushed)
-- Reads the follow request by $2 to the member $1, for a webhook or, if $3, for a push; no row if $1 may not see $2 or does not want to be
-- notified of requests.
select u.id, u.user_name as "user_name!", u.display_name, u.picture_key, r.created_at
from follow_requests r join users u on u.id = r.follower_id and {{visible_user}} and {{not_muted}}
where r.followed_id = $1 and r.follower_id = $2 and wants_notification($1, 'follow', $3)
