-- The SQL statements of the seed.

-- name: backdateNotifications(users, since)
-- Gives the notifications of the members $1 that seeding has just caused dates relative to $2, the time to which all seeded dates
-- are relative, and marks the older ones as read.
update notifications n
set updated_at = dated.at, read_at = case when dated.at < $2::timestamptz - interval '10 hours' then dated.at end
from (
  select n.id, least($2::timestamptz, coalesce(p.created_at + (1 + n.id % 5) * interval '1 hour', $2::timestamptz - interval '50 hours')) as at
  from notifications n left join posts p on p.id = n.post_id
  where n.recipient_id = any($1) and n.updated_at between $2::timestamptz and $2::timestamptz + interval '15 minutes'
) dated
where dated.id = n.id

-- name: backdateComments(post, at)
-- Dates the comments of the post $1 in steps of 20 minutes, starting at $2, the time of the post.
update comments c set created_at = least(now(), $2::timestamptz + n * interval '20 minutes')
from (select id, row_number() over (order by id) as n from comments where post_id = $1) counted
where c.id = counted.id and c.created_at > $2
