-- name: hidden
-- $1 key
select true as hidden from images i join users u on u.id = i.owner_id
where i.key = $1 and (u.deleted_at is not null or u.disabled_at is not null)

-- name: beginAttempt
-- $1 image. Counted before it begins, on the row, where it outlives the worker and the queue's own count.
update images set attempts = attempts + 1 where id = $1 and status = 'processing' returning attempts

-- name: needed
-- $1 keys, $2 states in which an image needs its files
select key from images where key = any ($1::text[]) and status = any ($2::text[])
