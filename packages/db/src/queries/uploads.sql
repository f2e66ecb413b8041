-- name: remove(user, id?, kept)
-- Deletes the member $1's upload $2, or all uploads if $2 is null, except the $3 that received bytes last. A job removes their files.
delete from uploads where id in (
  select id from uploads where user_id = $1 and ($2::bigint is null or id = $2) order by changed_at desc, id desc offset $3
)
returning id, record_job('uploads.remove', jsonb_build_object('key', key)) as job_id

-- name: removeAbandoned()
-- Deletes uploads that have received nothing for a day.
delete from uploads where changed_at < now() - interval '1 day'
returning id, record_job('uploads.remove', jsonb_build_object('key', key)) as job_id
