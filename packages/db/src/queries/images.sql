-- name: public
-- $1 nobody's id, $2 key: what somebody sees who follows nobody and is nobody's friend
select true as public from images i join users u on u.id = i.owner_id and {{living}}
left join posts p on p.id = i.post_id
where i.key = $2 and (i.kind = 'profile' or (p.id is not null and {{visible_post}}))

-- name: shownIn
-- $1 post: its pictures that have addresses, locked so that no new key is seen before what the caller changes
select id, key from images where post_id = $1 and status = 'ready' order by id for no key update

-- name: rename
-- $1 image of a post, $2 its key, $3 its new one. None when it is gone, or has another.
update images set key = $3 where id = $1 and key = $2 and post_id is not null returning post_id, owner_id

-- name: ready
-- $1 image
select key, widths from images where id = $1 and status = 'ready'

-- name: stored
-- $1 owner. By an index alone.
select coalesce(sum(bytes), 0) as bytes from images where owner_id = $1

-- name: resume
-- $1 time, $2 rows: records jobs anew for the oldest images that were uploaded before and are not processed
select count(record_job('images.process', jsonb_build_object('imageId', id, 'round', round))) as jobs
from (
  select id, row_number() over (partition by owner_id order by created_at, id) as round
  from (select * from images where status = 'processing' and created_at < $1::timestamptz order by created_at limit $2) oldest
  order by created_at, id
) waiting

-- name: beginAttempt
-- $1 image. Counted before it begins, on the row, where it outlives the worker and the queue's own count.
update images set attempts = attempts + 1 where id = $1 and status = 'processing' returning attempts

-- name: needed
-- $1 keys, $2 states in which an image needs its files
select key from images where key = any ($1::text[]) and status = any ($2::text[])
