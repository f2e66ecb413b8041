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
