-- name: byId
-- $1 viewer, $2 post
select {{post_columns}}
from posts p
{{post_joins}}
where p.id = $2

-- name: byUser
-- $1 viewer, $2 author, $3 and $4 the last row's created_at and id, $5 rows
select {{post_columns}}
from posts p
{{post_joins}}
where p.author_id = $2 and (p.created_at, p.id) < ($3::timestamptz, $4::bigint)
order by p.created_at desc, p.id desc
limit $5

-- name: newest
-- $1 viewer, $2 and $3 the last row's created_at and id, $4 rows
select {{post_columns}}
from posts p
{{post_joins}}
where (p.created_at, p.id) < ($2::timestamptz, $3::bigint) and {{not_muted}}
order by p.created_at desc, p.id desc
limit $4

-- name: popular
-- $1 viewer, $2 last rank seen, $3 rows, $4 snapshot or null for the newest
select e.snapshot_id, e.rank, {{post_columns}}
from popular_entries e
join posts p on p.id = e.post_id
{{post_joins}}
where e.snapshot_id = coalesce($4, (select max(id) from popular_snapshots)) and e.rank > $2 and {{not_muted}}
order by e.rank
limit $3

-- name: create
-- $1 author, $2 caption, $3 location, $4 client id or null, $5 mentioned user names in lower case,
-- $6 followers up to which the caller fills their feeds itself; the pending job is for when it does not get to it,
-- $7 what else that job's payload holds, $8 audience, $9 who may comment. Only those who see the post are told of it.
with actor as (
  {{living_actor}}
), created as (
  insert into posts (author_id, caption, location, client_id, audience, commenters)
  select id, $2, $3, $4, $8, $9 from actor
  on conflict (author_id, client_id) do nothing
  returning id
), counted as (
  update users set posts_count = posts_count + 1
  where id = $1 and exists (select from created)
  returning followers_count
), named as (
  select u.id from users u
  where lower(u.user_name) = any ($5::text[]) and u.id <> $1 and {{visible_user}} and $8 <> 'private'
    and ({{follows_viewer}} or ($8 = 'public' and not (select private from users where id = $1)))
    and ($8 = 'public' or {{followed_by_viewer}})
  order by u.id for key share
), mentioned as (
  select m.id, notify_member(m.id, 'mention', $1, c.id, null) as notified
  from created c cross join named m
), queued as (
  insert into outbox (name, payload, due_at)
  select 'feed.fanOut', jsonb_build_object('postId', c.id, 'afterFollowerId', 0) || $7::jsonb,
    case when n.followers_count <= $6 then now() + interval '5 seconds' else now() end
  from created c, counted n where n.followers_count > 0
  returning id
)
select c.id, true as created, array(select id from mentioned where notified) as notified,
  (select id from queued) as job_id, (select followers_count from counted) as followers_count
from created c
union all
select p.id, false, '{}', null, 0 from posts p
where p.author_id = $1 and p.client_id = $4 and not exists (select from created)
  and exists (select from actor)

-- name: change
-- $1 author, $2 post, $3 caption, $4 location, $5 when, $6 audience and $7 who may comment, null for as it was.
-- Narrowed is when some who saw it do not any more. The ranking, which holds what all may see, looks at it again.
with own as (
  select id, audience from posts where id = $2 and author_id = $1 for no key update
), scored as (
  insert into popular_changes (post_id) select id from own where audience <> $6
)
update posts p set caption = $3, location = $4, edited_at = $5::timestamptz,
  audience = coalesce($6, p.audience), commenters = coalesce($7, p.commenters)
from own where p.id = own.id
returning p.id, p.audience <> own.audience and (p.audience = 'private' or own.audience = 'public') as narrowed

-- name: counts
-- $1 viewer, $2 post. They count rows, and so those of disabled users too: being shut out hides who liked, not that somebody did.
select p.likes_count, p.comments_count
from posts p join users u on u.id = p.author_id and {{visible_post}}
where p.id = $2

-- name: remove
-- $1 author, $2 post. Nobody's from now on, and without its words, it is seen by nobody; its rows and its pictures' files,
-- which may be millions, are for jobs. Nobody comes to be with the first post that is deleted.
with actor as (
  {{living_actor}}
), nobody as (
  insert into users (id, identity_uid, auth_provider, deleted_at) select {{nobody}}, 'kith-nobody', 'email', now() from actor
  on conflict do nothing
), removed as (
  update posts set author_id = {{nobody}}, caption = '-', location = null, image_id = null, client_id = null, audience = 'private'
  where id = $2 and author_id = (select id from actor)
  returning id
), counted as (
  update users set posts_count = posts_count - 1
  where id = $1 and exists (select from removed)
), pictures as (
  delete from images where post_id = (select id from removed)
  returning key
)
select array(select key from pictures) as image_keys from removed

-- name: audienceOf
-- $1 viewer, $2 post: nothing for who does not see it
select p.author_id, p.audience from posts p join users u on u.id = p.author_id and {{visible_post}}
where p.id = $2
