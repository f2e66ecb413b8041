-- name: begin(user, key, size, audience?: Audience, room)
-- Begins an import of the member $1: $2 key of the archive, $3 its size, $4 audience or null, $5 maximum bytes of all archives
-- together. Returns no row while another import of the member is open, or if the archives would exceed the maximum. An upload
-- counts with what it has received and 64 MiB more, whatever size it declares, so that only those who send bytes take room.
with actor as (
  {{active_actor}}
)
insert into imports (user_id, key, size, audience)
select id, $2, $3, $4 from actor
where $3::bigint + (
  select coalesce(sum(case when state = 'uploading' then least(size, received + 67108864) else size end), 0)
  from imports where state in ('uploading', 'waiting', 'running')
) <= $5::bigint
on conflict do nothing
returning id

-- name: replace(user)
-- Deletes the archive that the member $1 is still uploading, because another will replace it.
delete from imports where user_id = $1 and state = 'uploading'
returning id, record_job('imports.remove', jsonb_build_object('key', key)) as job_id

-- name: append(user, id, from, bytes, last, maxParts, traceContext?, name, room)
-- Adds a part to the archive of the member $1's import $2: $3 the part's offset, $4 its size in bytes, $5 whether it is the last
-- part, $6 maximum parts, $7 the trace context of the job or null, $8 the part's name, $9 maximum bytes of all archives together.
-- `received` is null if another call added a part at this offset first, the import is gone, or a maximum is exceeded; `is_full`
-- is whether it is the last of these.
with room as (
  select coalesce(sum(case when state = 'uploading' then received else size end), 0) + $4::int > $9::bigint as is_full
  from imports where state in ('uploading', 'waiting', 'running')
), appended as (
  update imports set parts = case when $4::int > 0 then parts || $4::int else parts end,
    part_names = case when $4::int > 0 then part_names || $8::text else part_names end, received = received + $4::int,
    state = case when $5::boolean then 'waiting' else state end, size = case when $5::boolean then received + $4::int else size end,
    changed_at = case when $4::int > 0 or $5::boolean then now() else changed_at end
  where id = $2 and user_id = $1 and state = 'uploading' and received = $3 and received + $4::int <= size
    and cardinality(parts) < $6 and not (select is_full from room)
  returning id, received
), queued as (
  select record_job('imports.run', jsonb_build_object('importId', id, 'slice', 0), $7::jsonb) from appended where $5::boolean
)
select appended.received, room.is_full as "is_full!" from room left join appended on true where (select count(*) from queued) >= 0

-- name: remove(user, id?)
-- Deletes the member $1's import $2, or all imports if $2 is null. A job removes the archives.
delete from imports where user_id = $1 and ($2::bigint is null or id = $2)
returning id, record_job('imports.remove', jsonb_build_object('key', key)) as job_id

-- name: storeItems(id, posts, what, why)
-- Stores the items of the import $1. $2 to $4 are parallel arrays: each item's post as JSON or null, its name, and the reason
-- why it is skipped or null.
insert into import_items (import_id, post, what, why)
select m.id, n.post, n.what, n.why from imports m
cross join unnest($2::jsonb[], $3::text[], $4::text[]) n (post, what, why)
where m.id = $1

-- name: storeGaps(id, user, posts, clientIds, max)
-- Stores the posts $3, as JSON, whose pictures are missing in the archive of the import $1 of the member $2; $4 are their client ids
-- in the same order. A post that was imported before is left out: what it lacks is known, or was deleted by the member. So are all
-- if the member has $5 gaps or more.
insert into import_gaps (import_id, post)
select $1, n.post from unnest($3::jsonb[], $4::uuid[]) n (post, client_id)
where (select count(*) from import_gaps g join imports m on m.id = g.import_id where m.user_id = $2) < $5
  and not exists (select from posts p where p.author_id = $2 and p.client_id = n.client_id)
  and not exists (
    select from import_gaps g join imports m on m.id = g.import_id
    where m.user_id = $2 and g.post ->> 'clientId' = n.client_id::text
  )

-- name: post(author, caption, location?, clientId, audience, commenters, createdAt, editedAt?, expiresAt?, words, frozenAt?)
-- Inserts an imported post: $1 author, $2 caption, $3 location, $4 client id, $5 audience, $6 who may comment, $7 when it was
-- written, $8 when it was edited or null, $9 expiry or null, $10 words and tags for the search index, $11 when the
-- audience was frozen or null. Nobody is notified of an imported post, and it is not added to feeds, because it is an old one.
with actor as (
  {{writing_actor}}
), created as (
  insert into posts (author_id, caption, location, client_id, audience, commenters, created_at, edited_at, expires_at, frozen_at)
  select id, $2, $3, $4::uuid, $5, $6, $7::timestamptz, $8::timestamptz, $9::timestamptz, $11::timestamptz from actor
  on conflict (author_id, client_id) do nothing
  returning id
), added_words as (
  insert into post_words (post_id, word, author_id, restricted_to)
  select c.id, w.word, a.id, restricted_to($5, a.private, $11::timestamptz, null)
  from created c cross join actor a cross join unnest($10::text[]) w (word)
), counted as (
  update users set posts_count = posts_count + 1, public_posts_count = public_posts_count + ($5 = 'public' and $11::timestamptz is null)::int,
    friends_posts_count = friends_posts_count + ($5 = 'friends' and $11::timestamptz is null)::int
  where id = $1 and exists (select from created)
), expiring as (
  select record_job('posts.expire', jsonb_build_object('postId', id), null, $9::timestamptz) from created
  where $9::timestamptz is not null
)
select id from created where (select count(*) from expiring) >= 0

-- name: uploading(member)
-- Returns a row if a picture that a member other than $1 uploaded less than a minute ago is being processed. Pictures of imported
-- posts, which are more than a day older than the upload, do not count.
select true as yes from images i left join posts p on p.id = i.post_id
where i.status = 'processing' and i.owner_id <> $1 and i.created_at > now() - interval '1 minute'
  and (p.id is null or p.created_at > i.created_at - interval '1 day')
limit 1

-- name: recordOutcome(id, item, done, what, why, maxSkipped)
-- Records the outcome of the item $2 of the import $1. $3 is whether the item's post now exists. $4 and $5 are parallel arrays of
-- the parts that were skipped and of the reasons; $6 is the maximum number of such rows per import. Returns no row if the import
-- was ended meanwhile.
with gone as (
  delete from import_items where id = $2 and import_id = $1 and post is not null returning import_id
), counted as (
  update imports set done = done + ($3::boolean)::int, skipped_count = skipped_count + cardinality($4::text[]), changed_at = now()
  where id = (select import_id from gone)
  returning id, skipped_count
), recorded as (
  insert into import_items (import_id, what, why)
  select c.id, n.what, n.why from counted c cross join unnest($4::text[], $5::text[]) n (what, why)
  where c.skipped_count <= $6
)
select id from counted

-- name: removeAbandoned()
-- Deletes uploads that have received nothing for a day, imports that have not ended after a week, and ended imports after a
-- month.
delete from imports
where state = 'uploading' and changed_at < now() - interval '1 day'
  or state in ('waiting', 'running') and created_at < now() - interval '7 days'
  or state in ('done', 'failed') and changed_at < now() - interval '30 days'
returning id, record_job('imports.remove', jsonb_build_object('key', key)) as job_id
