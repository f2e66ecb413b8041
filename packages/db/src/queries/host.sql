-- Statements of hosts, who run the server. None reads what members have written.

-- name: facts()
-- The server in numbers. The pictures of link previews are not those of members, and count as `other` like unfinished uploads.
select m.members as "members!", m.week as "week!", m.month as "month!",
  (select count(*) from posts)::int as "posts!",
  i.pictures as "pictures!", i.picture_bytes as "picture_bytes!", i.video_bytes as "video_bytes!", i.voice_bytes as "voice_bytes!",
  (select coalesce(sum(bytes), 0) from exports)::bigint as "export_bytes!",
  (select coalesce(sum(received), 0) from imports)::bigint as "import_bytes!",
  i.link_bytes + (select coalesce(sum(received), 0) from uploads)::bigint as "other_bytes!",
  pg_database_size(current_database()) as "database_bytes!",
  exists (select from invitations) or m.members > 1 as "invited!"
from (
  select count(*)::int as members,
    (count(*) filter (where last_seen_on > (now() at time zone 'utc')::date - 7))::int as week,
    (count(*) filter (where last_seen_on > (now() at time zone 'utc')::date - 30))::int as month
  from users where deleted_at is null
) m, (
  select (count(*) filter (where media = 'picture' and kind <> 'link'))::int as pictures,
    coalesce(sum(bytes) filter (where media = 'picture' and kind <> 'link'), 0)::bigint as picture_bytes,
    coalesce(sum(bytes) filter (where media = 'video'), 0)::bigint as video_bytes,
    coalesce(sum(bytes) filter (where media = 'voice'), 0)::bigint as voice_bytes,
    coalesce(sum(bytes) filter (where kind = 'link'), 0)::bigint as link_bytes
  from images
) i

-- list: members(before, rows, beginning, folded, filter: MemberFilter)
-- Lists the next $2 members with ids below $1, newest first, whose user name or e-mail address begins with $3 or whose display
-- name begins with $4 (in its searchable form), and whom the filter $5 selects. `storage` is the size in bytes of all pictures
-- that the member has stored.
select u.id, u.user_name as "user_name!", u.display_name, u.picture_key, u.email, u.email_confirmed, u.auth_provider, u.created_at,
  u.last_seen_on, u.moderator, u.host, u.disabled_at,
  (select coalesce(sum(i.bytes), 0) from images i where i.owner_id = u.id)::bigint as "storage!",
  v.id as "inviter_id?", v.user_name as inviter_name, v.display_name as inviter_display_name, v.picture_key as inviter_picture
from users u left join users v on v.id = u.inviter_id and v.deleted_at is null
where u.id < $1 and u.deleted_at is null
  and (starts_with(lower(u.user_name), lower($3)) or starts_with(u.search_name, $4) or starts_with(lower(u.email), lower($3)))
  and case $5::text
    when 'disabled' then u.disabled_at is not null
    when 'unconfirmed' then not u.email_confirmed
    when 'hosts' then u.host
    when 'moderators' then u.moderator
    else true
  end
order by u.id desc
limit $2

-- name: showPicture(image)
-- Makes the processed picture $1 the picture of the server, which then belongs to no member, and deletes the earlier ones. If the server
-- already shows a later picture, or the member who sent $1 is no longer a host, deletes $1 instead. Returns the keys of deleted pictures.
with nobody as (
  {{insert_placeholder_user}} on conflict do nothing
), newest as (
  select max(i.id) as id from images i where i.kind = 'server' and i.status = 'ready' and (
    i.id <> $1 or exists (select from users u where u.id = i.owner_id and u.host and u.disabled_at is null and u.deleted_at is null)
  )
), kept as (
  update images i set owner_id = placeholder_user() from newest n where i.id = $1 and n.id = $1 returning i.key
), shown as (
  insert into server_settings (picture_key) select key from kept
  on conflict (one) do update set picture_key = excluded.picture_key
)
delete from images i using newest n where i.kind = 'server' and i.status = 'ready'
  and case when i.id = $1 then n.id is distinct from $1 else i.id < n.id end
returning i.key
