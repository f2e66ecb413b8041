-- list: byUser(viewer, author, at, id, rows)
-- Lists the posts of the author $2 that the viewer $1 may see, newest first: at most $5 before the one with the created_at $3
-- and the id $4. Each audience that the viewer belongs to has its own range of the index; posts of other audiences are never
-- read.
select {{post_columns}}, k.shown as "shown!", p.position as "position!"
from (
  select u.*, {{seen_audiences}} as audiences from users u where u.id = $2 and {{visible_user}}
) u
cross join lateral (
  select newest.*, row_number() over (order by newest.created_at desc, newest.id desc) as position
  from unnest(u.audiences) a (audience)
  cross join lateral (
    select * from posts
    where author_id = u.id and audience = a.audience and (created_at, id) < ($3::timestamptz, $4::bigint)
    order by created_at desc, id desc
    limit $5
  ) newest
  order by newest.created_at desc, newest.id desc
  limit $5
) p
cross join lateral (select not_expired(p.expires_at) and (p.author_id = $1 or {{was_in_audience}} and p.hidden_at is null and not_waiting(p.shown_from)) as shown offset 0) k
{{picture_join}}
where k.shown or p.position = $5
order by p.created_at desc, p.id desc

-- list: newest(viewer, at, id, rows)
-- Reads the next $4 posts of all members before the one with the created_at $2 and the id $3, newest first, and lists those that
-- the viewer $1 may see and whose author $1 has not muted.
select {{post_columns}}, u.id is not null as "shown!", p.position as "position!"
from (
  select *, row_number() over (order by created_at desc, id desc) as position from posts
  where (created_at, id) < ($2::timestamptz, $3::bigint)
  order by created_at desc, id desc
  limit $4
) p
{{examined_post_joins}}
where u.id is not null or p.position = $4
order by p.created_at desc, p.id desc

-- name: create(author, caption, location?, clientId?, maxInlineFanOut, traceContext?, audience: Audience, commenters: Commenters, expiresAt?, words, awaited, frozen, maxFanOut, kind?: PostKind)
-- Inserts a post: $1 author, $2 caption, $3 location, $4 client id or null,
-- $5 the number of followers up to which the caller fills their feeds itself; the pending job then runs only if the caller
-- crashes,
-- $6 the trace context of the pending jobs or null, $7 audience, $8 who may comment, $9 expiry or null,
-- $10 words and tags for the search index, $11 the number of announced pictures, $12 whether the audience is frozen,
-- $13 the number of followers up to which the post is fanned out, that is, written into their feeds, $14 its kind or null.
-- While a post waits for announced pictures, at most for a minute, only its author sees it, and fan-out is left to `show`.
-- Returns no row if $1 used the client id before.
with actor as (
  {{writing_actor}}
), created as (
  insert into posts (author_id, caption, location, client_id, audience, frozen_at, commenters, expires_at, awaited, shown_from, fanned_out, kind)
  select actor.id, $2, $3, $4, a.audience, case when $12 then {{frozen_now}} end, $8, $9, $11::int,
    case when $11::int > 0 then now() + interval '60 seconds' end, (select followers_count <= $13 from users where id = $1), $14
  from actor cross join (select $7::text as audience) a
  on conflict (author_id, client_id) do nothing
  returning id, audience, frozen_at, fanned_out
), added_words as (
  insert into post_words (post_id, word, author_id, restricted_to)
  select c.id, w.word, a.id, restricted_to(c.audience, a.private, c.frozen_at, null)
  from created c cross join actor a cross join unnest($10::text[]) w (word)
), counted as (
  update users u set posts_count = posts_count + 1,
    public_posts_count = public_posts_count + (c.audience = 'public' and c.frozen_at is null)::int,
    friends_posts_count = friends_posts_count + (c.audience = 'friends' and c.frozen_at is null)::int
  from created c where u.id = $1
  returning u.followers_count
), queued as (
  select record_job('feed.fanOut', jsonb_build_object('postId', c.id), $6::jsonb,
    case when n.followers_count <= $5 then now() + interval '5 seconds' else now() end) as id
  from created c, counted n where c.fanned_out and n.followers_count > 0 and $11::int = 0
), queued_show as (
  select record_job('posts.show', jsonb_build_object('postId', id), $6::jsonb, now() + interval '60 seconds') from created
  where $11::int > 0
), announced as (
  select record_webhooks(null, 'post.created', id) from created where $7 = 'public' and $11::int = 0
), expiring as (
  select record_job('posts.expire', jsonb_build_object('postId', id), $6::jsonb, $9::timestamptz) from created
  where $9::timestamptz is not null
)
select c.id, (select id from queued) as job_id, (select followers_count from counted) as "followers_count!"
from created c
where (select count(*) from expiring) + (select count(*) from queued_show) + (select count(*) from announced) >= 0

-- name: show(author, post, traceContext?)
-- Publishes the post $2 of the author $1, which waited for its pictures, and records the same jobs as `create` does for other
-- posts, with the trace context $3 or null. Returns no row if the post is not waiting.
with actor as (
  {{active_actor}}
), shown as (
  update posts set shown_from = null
  where id = $2 and author_id = (select id from actor) and shown_from is not null
  returning id, author_id, audience, frozen_at
), queued as (
  select record_job('feed.fanOut', jsonb_build_object('postId', id), $3::jsonb) from shown
), announced as (
  select record_webhooks(null, 'post.created', id) from shown where audience = 'public'
)
select id from shown
where (select count(*) from queued) > 0 and (select count(*) from announced) >= 0

-- name: mention(author, post, names)
-- Notifies the members whom the author $1 mentions in the post $2, if they see the post and the author may mention them. $3 has
-- their user names in lower case. Returns the notified members. The names are in a subselect so that the planner's estimate does
-- not depend on the number of names, and PostgreSQL plans the statement once per connection.
with named as (
  select u.id from posts p cross join users u
  where p.id = $2 and lower(u.user_name) = any (array(select unnest($3::text[]))) and u.id <> $1 and {{visible_user}} and p.audience <> 'private'
    and ({{follows_viewer}} or p.audience in ('public', 'close') and not (select private from users where id = $1))
    and case p.audience when 'public' then true when 'friends' then {{followed_by_viewer}} else exists (select from close_friends k where k.owner_id = $1 and k.friend_id = u.id) end
    and {{was_in_audience for u.id}}
  order by u.id for key share of u
)
select id from named where notify_member(id, 'mention', $1, $2, null)

-- name: change(author, post, caption, location?, at, audience?: Audience, commenters?: Commenters, frozen?)
-- Changes the post $2 of the author $1: $3 caption, $4 location, $5 time of the edit; $6 audience, $7 who may comment and $8
-- whether the audience is frozen are null for unchanged. An audience that stays frozen keeps the time of its freezing; a new
-- audience is frozen as of now. `narrowed` is true if the audience changes and some members who saw the post no longer do.
-- `before` is the earlier audience and `before_frozen_at` the time when it was frozen; both are null if moderators had hidden the
-- post or it waited for its pictures. If the audience changes, the ranking, which contains public posts only, scores the post
-- anew.
with post as (
  select id, audience, frozen_at, author_id, hidden_at, {{shown_to}} as before
  from posts p where id = $2 and author_id = $1 for no key update
), next as (
  select post.id, a.audience, case
      when not coalesce($8::boolean, post.frozen_at is not null) then null
      when post.frozen_at is not null and post.audience = a.audience then post.frozen_at
      else {{frozen_now}} end as frozen_at
  from post cross join lateral (select coalesce($6, post.audience) as audience) a
), changed as (
  select post.* from post join next on next.id = post.id
    and (next.audience, next.frozen_at) is distinct from (post.audience, post.frozen_at)
), scored as (
  insert into popular_changes (post_id) select id from changed
), counted as (
  update users u set
    public_posts_count = public_posts_count + (next.audience = 'public' and next.frozen_at is null)::int
      - (c.audience = 'public' and c.frozen_at is null)::int,
    friends_posts_count = friends_posts_count + (next.audience = 'friends' and next.frozen_at is null)::int
      - (c.audience = 'friends' and c.frozen_at is null)::int
  from changed c, next where u.id = c.author_id and c.hidden_at is null
)
update posts p set caption = $3, location = $4, edited_at = $5::timestamptz,
  audience = next.audience, frozen_at = next.frozen_at, commenters = coalesce($7, p.commenters)
from post, next where p.id = post.id
returning p.id, p.audience <> post.audience and p.audience <> 'public' and post.audience <> 'private' as "narrowed!", post.before as "before: Audience",
  case when post.before is not null then post.frozen_at end as before_frozen_at

-- name: byIds(viewer, posts)
-- Reads those of the posts $2 that the viewer $1 may see, in no order.
select {{post_columns}}
from posts p
{{post_joins}}
where p.id = any ($2::bigint[])

-- name: pictures(viewer, post, after, rows)
-- Reads the next $4 pictures after the position $3 of the post $2 that the viewer $1, who sees the post, also sees, in order.
select s.id as "id!", s.position as "position!", s.alt, s.status as "status!: PictureStatus", s.key as "key!", s.widths as "widths!", s.width, s.height, s.thumbhash,
  s.media as "media!: MediaKind", s.container as "container: Container", s.duration_ms,
  case when s.status = 'failed' then (select i.failure from images i where i.id = s.id) end as failure, s.adder_id as "adder_id!", s.user_name as "user_name!", s.display_name, s.picture_key,
  p.kind is not distinct from 'album' as "album!", public_picture(p.audience, u.private, p.frozen_at, p.hidden_at, p.shown_from) as "public!"
from posts p join users u on u.id = p.author_id and {{visible_post}}
cross join lateral shown_pictures(p.id, $1) s
where p.id = $2 and s.position > $3
order by s.position
limit $4

-- name: remove(author, post, expired)
-- Deletes the post $2 of the author $1; $3 is true for an expired post, which is deleted even if the author is disabled. The
-- post loses its text, and the placeholder user becomes its author, so that no member sees it; jobs delete its rows and files,
-- which may be millions. The first deletion inserts the placeholder user.
with actor as (
  select id from users where id = $1 and ($3 or (deleted_at is null and disabled_at is null)) for key share
), post as (
  select id, audience, frozen_at, hidden_at, {{shown_to}} as before from posts p
  where id = $2 and author_id = (select id from actor) for no key update
), placeholder as (
  {{insert_placeholder_user}} from actor
  on conflict do nothing
), removed as (
  update posts set author_id = placeholder_user(), caption = '-', location = null, image_id = null, client_id = null,
    audience = 'private',
    frozen_at = null, expires_at = null, shown_from = null, more_pictures = 0, link_preview_id = null, kind = null
  where id = (select id from post) and author_id = $1
  returning id
), removed_words as (
  delete from post_words where post_id = (select id from removed)
), counted as (
  update users u set posts_count = posts_count - 1,
    public_posts_count = public_posts_count - (post.audience = 'public' and post.frozen_at is null
      and post.hidden_at is null)::int,
    friends_posts_count = friends_posts_count - (post.audience = 'friends' and post.frozen_at is null
      and post.hidden_at is null)::int
  from post where u.id = $1 and exists (select from removed)
), removed_event as (
  delete from events where post_id = (select id from removed)
), removed_poll as (
  delete from polls where post_id = (select id from removed)
), pictures as (
  delete from images where post_id = (select id from removed)
  returning key
)
select array(select key from pictures) as "image_keys!", post.before as "before: Audience",
  case when post.before is not null then post.frozen_at end as before_frozen_at
from removed, post

-- name: audienceOf(viewer, post)
-- Reads the author and audience of the post $2 if the viewer $1 may see it, and what decides who may add pictures to it.
select p.author_id, p.audience, p.kind, p.caption, coalesce(p.edited_at, p.created_at) as "written_at!" from posts p join users u on u.id = p.author_id and {{visible_post}}
where p.id = $2

-- name: shown_to
-- The audience of the post p; null while moderators hide the post or it waits for its pictures
case when p.hidden_at is null and not_waiting(p.shown_from) then p.audience end

-- name: frozen_now
-- The current time if freezing the audience a.audience of a post by the author $1 has an effect; else null, as for a private
-- post
case when a.audience in ('friends', 'close') or a.audience = 'public' and (select private from users where id = $1) then now() end
