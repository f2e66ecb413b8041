-- name: notify(adder, post, names)
-- Notifies the author of the album $2, and the members whom it mentions, that the member $1 has added to it; $3 has their user names in
-- lower case. Mentioned is who had the name when the album was written, also if that member has another one since. Only those are
-- notified who see the album and $1, once a day. What the author adds on the first day is part of the post.
with recipients as (
  select author_id as id from posts where id = $2
  union
  select n.user_id from posts p join user_names n on n.taken_at <= coalesce(p.edited_at, p.created_at)
  where p.id = $2 and n.key_hash = any (array(select user_name_key(unnest($3::text[]))))
), named as (
  select r.id from posts p
  join lateral (select * from users where id = p.author_id offset 0) u on true
  cross join recipients c
  join lateral (select id from users where id = c.id and deleted_at is null and disabled_at is null offset 0) r on r.id <> $1
  where p.id = $2 and (p.author_id <> $1 or p.created_at < now() - interval '1 day') and {{visible_post for r.id}}
    and not exists (select from blocks b where (b.blocker_id, b.blocked_id) in ((r.id, $1), ($1, r.id)))
    and not exists (select from notification_events e
      where e.recipient_id = r.id and e.kind = 'album' and e.actor_id = $1 and e.post_id = $2 and e.created_at >= {{today}})
    and not exists (select from pending_notifications e
      where e.recipient_id = r.id and e.kind = 'album' and e.actor_id = $1 and e.post_id = $2)
  order by r.id
), earlier as (
  -- An earlier day's event of the same member would be taken for this one.
  delete from notification_events where kind = 'album' and actor_id = $1 and post_id = $2 and recipient_id in (select id from named)
)
select id from named where notify_member(id, 'album', $1, $2, null)

-- name: today
date_trunc('day', now(), 'UTC')
