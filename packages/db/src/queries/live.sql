-- The users $1 have open event streams in this process. These statements select the recipients of an event among them, with one
-- query for each event and not for each stream.

-- name: postReaders(users, post)
-- Selects those of the users $1 who may see the post $2.
select v.id as "id!" from unnest($1::bigint[]) v (id)
join posts p on p.id = $2
join users u on u.id = p.author_id and {{visible_post for v.id}}

-- name: firstPictureReaders(users, post)
-- Selects those of the users $1, who see the post $2, who also see its first picture: in an album, somebody else may have added it.
select v.id as "id!" from unnest($1::bigint[]) v (id)
join posts p on p.id = $2
join images i on i.id = p.image_id and {{picture_shown for v.id}}

-- name: commentReaders(users, comment)
-- Reads the comment $2, and selects those of the users $1 who may see it.
select c.id, c.post_id, c.parent_id, c.content, c.created_at, c.edited_at, c.likes_count, c.replies_count, false as "liked_by_me!",
  case when c.link_preview_id is not null then link_preview(c.link_preview_id) end as "link: LinkPreviewJson",
  u.id as author_id, u.user_name, u.display_name, u.picture_key, readers.ids as "readers!"
from comments c
join users u on u.id = c.author_id
cross join lateral (
  select array_agg(v.id) as ids from unnest($1::bigint[]) v (id)
  cross join lateral (select {{comment_from for v.id}} where c.id = $2) seen
) readers
where c.id = $2 and readers.ids is not null

-- name: changeReaders(users, post, author, before?: Audience, watching, frozenAt?)
-- Selects the users who are notified of the post $2 or a change of it: followers of its author $3, the author, and the users $5, who have
-- the post on screen. They must see the post now, or have seen it before the change. $4 is the earlier audience, or null if it
-- did not change; $6 is the time at which the earlier audience was frozen, or null if it was not.
with candidates as (
  select follower_id as id, false as watching from follows where followed_id = $3 and follower_id = any ($1::bigint[])
  union all
  select unnest($5::bigint[] || $3::bigint), true
)
select distinct v.id as "id!" from candidates v
cross join (
  select author_id, audience, frozen_at, hidden_at, expires_at, shown_from from posts where id = $2
  union all
  select $3::bigint, $4::text, $6::timestamptz, null, null, null where $4::text is not null
) p
join users u on u.id = p.author_id and {{visible_post for v.id}} and (v.watching or {{not_muted for v.id}})

-- name: deletedCommentReaders(users, post, author, hidden)
-- Selects those of the users $1 who could see a deleted comment by $3 on the post $2. $4 is whether moderators had hidden the
-- comment.
select v.id as "id!" from unnest($1::bigint[]) v (id)
cross join (select $3::bigint as author_id, case when $4::boolean then now() end as hidden_at) c
join users u on u.id = c.author_id
join posts p on p.id = $2 and {{visible_comment for v.id}}
join lateral (select from users u where u.id = p.author_id and {{visible_post for v.id}} offset 0) seen on true

-- name: likerHidden(users, liker, author)
-- Selects those of the users $1 from whom the like by $2 on a post by $3 is hidden, as in the lists of likes. Blocks are looked
-- up once for the liker, who has few, and not for each of the many readers.
select blocked_id as "id!" from blocks where blocker_id = $2 and blocked_id = any ($1::bigint[])
union all
select blocker_id from blocks where blocked_id = $2 and blocker_id = any ($1::bigint[])
union all
select v.id from unnest($1::bigint[]) v (id)
where (select private from users where id = $2) and v.id not in ($2, $3)
  and not coalesce((select true from follows f where f.follower_id = v.id and f.followed_id = $2), false)

-- name: blocksAmong(users, others)
-- Lists the blocks between a user of $1 and a user of $2, in both directions, with the user of $1 first.
select blocker_id as "one!", blocked_id as "other!" from blocks where blocker_id = any ($1::bigint[]) and blocked_id = any ($2::bigint[])
union all
select blocked_id, blocker_id from blocks where blocked_id = any ($1::bigint[]) and blocker_id = any ($2::bigint[])

-- name: typingReader(receiver, sender)
-- Returns the chat if $1, here a single member, may see that $2 is typing: the two have a direct chat, $2 may write to $1, and no message
-- request between them is open.
select c.chat_id from memberships c join users u on u.id = c.contact_id and {{visible_user}} and {{not_muted}}
where c.user_id = $1 and c.contact_id = $2 and c.request is null
  and not exists (select from memberships o where o.user_id = $2 and o.contact_id = $1 and o.request is not null)
  and exists (select from users u where u.id = $1 and {{open_to_viewer for c.contact_id}})
