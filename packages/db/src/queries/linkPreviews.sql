-- name: find(user, url)
-- Finds or adds the row of the user $1's link $2, and records a job if its page is to be read: for the first time, after seven days
-- or, if it had no preview, after ten minutes. `due` is whether it is. Returns no row for a user who is not active.
with actor as (
  {{active_actor}}
), found as (
  insert into link_previews as l (user_id, url) select id, $2 from actor
  on conflict (user_id, url) do update set check_at = greatest(l.check_at, now() + interval '1 day')
  returning id, user_id, {{due}} as due
)
select f.id, f.due as "due!"
from found f
left join lateral (
  select record_job('linkPreviews.read', jsonb_build_object('previewId', f.id, 'userId', f.user_id)) as job where f.due
) recorded on true

-- name: due
-- Whether the page of the row l is to be read
(l.read_at is null or l.read_at < now() - case when l.title is null then interval '10 minutes' else interval '7 days' end)

-- name: shown(preview)
-- Reads the address of the preview $1 of an active member, what its card shows, whether its page was read, and the picture that is being
-- processed.
select l.url, not {{due}} as "read!", link_preview(l.id) as "link: LinkPreviewJson",
  (select i.id from images i where i.id = l.image_id and i.status = 'processing') as "processing?"
from link_previews l join users u on u.id = l.user_id and u.disabled_at is null and u.deleted_at is null where l.id = $1

-- name: removeOld(max)
-- Of the oldest $1 previews that are to be checked, deletes those that nothing shows any more, and checks the others again a week
-- later. Returns the pictures of the deleted ones, and for each deleted or kept row one.
with old as (
  select l.id, l.image_id, exists (select from posts p where p.link_preview_id = l.id)
    or exists (select from comments c where c.link_preview_id = l.id)
    or exists (select from messages m where m.link_preview_id = l.id) as used
  from link_previews l where l.check_at < now() order by l.check_at limit $1 for update skip locked
), kept as (
  update link_previews l set check_at = now() + interval '7 days' from old where l.id = old.id and old.used
), gone as (
  delete from link_previews l using old where l.id = old.id and not old.used
), pictures as (
  delete from images i using old where i.id = old.image_id and not old.used returning i.key
)
select array(select key from pictures) as "keys!", (select count(*)::int from old) as "rows!"
