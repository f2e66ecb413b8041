-- name: remove(user, id?, kept)
-- Deletes the member $1's upload $2, or all uploads if $2 is null, except the $3 that received bytes last. A job removes their files.
delete from uploads where id in (
  select id from uploads where user_id = $1 and ($2::bigint is null or id = $2) order by changed_at desc, id desc offset $3
)
returning id, record_job('uploads.remove', jsonb_build_object('key', key)) as job_id

-- name: open(user, key, size, share)
-- Opens an upload of $3 bytes with the storage key $2 for the member $1, whose row the caller has locked, if it fits into the member's
-- share of $4 bytes beside what is stored and what other open uploads will bring.
insert into uploads (user_id, key, size) select $1, $2, $3::bigint
where $3::bigint <= $4::bigint - coalesce((select sum(bytes) from images where owner_id = $1), 0)
  - coalesce((select sum(size) from uploads where user_id = $1), 0)
returning id

-- name: removeAbandoned(user?, minutes)
-- Deletes the uploads of the member $1, or of all if $1 is null, that have received nothing for $2 minutes.
delete from uploads where ($1::bigint is null or user_id = $1) and changed_at < now() - make_interval(mins => $2)
returning id, record_job('uploads.remove', jsonb_build_object('key', key)) as job_id
