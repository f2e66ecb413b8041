-- Fragments that statements of several files insert. `{{name}}` inserts a fragment of the same file or of this one, and
-- `{{name for v.id}}` the same with `v.id` as the viewer in place of $1. A fragment's header is its name alone. A statement's header
-- has parentheses with its parameters, `-- name: byId(viewer, post)`, those that may be null with `?`; `-- list:` in place of
-- `-- name:` marks a statement that may be read from a replica, where very recent writes by other members may be missing. In a column's
-- name, `!` says that it is never null, `?` that it may be. `: Type` names a type of json.ts, of a parameter too. After a change, run
-- `npm run statements`.
--
-- By convention, u is a user, p a post, c a comment, m a message, i a picture and n a notification. Fragments without a comment are
-- what their name says, about these.

-- name: active_actor
select id, created_at from users where id = $1 and deleted_at is null and disabled_at is null for key share

-- name: writing_actor
-- Like `active_actor`, for a statement that writes a post: the account cannot become private or public before it commits.
select id, created_at, private from users where id = $1 and deleted_at is null and disabled_at is null for no key update

-- name: post_columns
p.id, p.author_id, p.caption, p.location, p.created_at, p.edited_at, p.likes_count, p.comments_count,
  {{audience_shown}} as "audience!: Audience", p.frozen_at, p.commenters, p.expires_at, u.user_name as "user_name!", u.display_name, u.picture_key,
  i.id as "image_id?", i.alt as image_alt, i.status as "image_status?", i.key as "image_key?", i.widths as "image_widths?",
  i.width as image_width, i.height as image_height, i.thumbhash as image_thumbhash,
  i.media as "image_media?", i.container as image_container, i.duration_ms as image_duration_ms, case when p.author_id = $1 then i.failure end as image_failure,
  public_picture(p.audience, u.private, p.frozen_at, p.hidden_at, p.shown_from) as "image_public!",
  case when p.more_pictures > 0 and p.kind is distinct from 'album' then more_pictures(p.id, p.author_id = $1) end as "more_pictures: MorePicture[]",
  case when p.link_preview_id is not null then link_preview(p.link_preview_id) end as "link: LinkPreviewJson",
  p.kind, case when p.kind = 'event' then event_details(p.id, $1) end as "event: EventJson",
  case when p.kind = 'poll' then poll_details(p.id, null, $1) end as "poll: PollJson",
  case when p.kind = 'album' then album_pictures(p.id, $1) end as "album: AlbumJson",
  p.author_id = $1 as "own!",
  coalesce((select true from likes l where l.user_id = $1 and l.post_id = p.id), false) as "liked_by_me!",
  coalesce((select true from bookmarks b where b.user_id = $1 and b.post_id = p.id), false) as "saved_by_me!"

-- name: audience_shown
-- The audience that the post p names to the viewer $1, who must not learn of being on the author's list of close friends: it names one
-- that $1 knows to belong to.
case when p.audience = 'close' and p.author_id <> $1
    then case when {{followed_by_viewer}} and {{follows_viewer}} then 'friends' else 'public' end
    else p.audience end

-- name: post_joins
-- Joins the author of p, if the viewer $1 may see p. `offset 0` makes the planner look up users in the order of the list.
join lateral (
  select u.id, u.user_name, u.display_name, u.picture_key, u.private from users u where u.id = p.author_id and {{visible_post}} offset 0
) u on true
{{picture_join}}

-- name: examined_post_joins
-- Like `post_joins`, but keeps posts that the viewer $1 may not see or whose author $1 has muted, without author and picture.
left join lateral (
  select u.id, u.user_name, u.display_name, u.picture_key, u.private from users u
  where u.id = p.author_id and {{visible_post}} and {{not_muted}} offset 0
) u on true
{{shown_picture_join}}

-- name: picture_join
-- Joins the first picture of the post p. `offset 0` makes the planner look it up by id. Because it does not know a statement's
-- `limit`, it would expect so many posts that it might read all pictures instead.
left join lateral (select * from images where id = p.image_id offset 0) i on true

-- name: shown_picture_join
-- Like `picture_join`, but only for a post whose author u is joined because the viewer may see the post
left join lateral (select * from images where id = p.image_id and u.id is not null offset 0) i on true

-- name: seen_audiences
-- An array of the audiences of the user u's posts that the viewer $1 belongs to, by the same rules as in `visible_post`
case when u.id = $1 then array['public', 'friends', 'close', 'private'] else case
    when {{followed_by_viewer}} then case when {{follows_viewer}} then array['public', 'friends'] else array['public'] end
    when u.private then array[]::text[]
    else array['public'] end || case when {{close_to_author}} then array['close'] else array[]::text[] end end

-- name: visible_post
-- Whether the viewer $1 may see the post p of the author u. Feeds and `byUser` in posts.sql use shorter forms of this rule.
u.disabled_at is null and u.deleted_at is null and not_expired(p.expires_at) and (p.author_id = $1 or (
    case
      when public_post(p.audience, u.private, p.frozen_at) then true
      when p.audience = 'private' then false
      when p.audience = 'close' then {{close_to_author}}
      else {{followed_by_viewer}} and (p.audience = 'public' or {{follows_viewer}})
    end and {{was_in_audience}} and {{not_blocked}} and p.hidden_at is null and not_waiting(p.shown_from)
  ))

-- name: was_in_audience
-- Whether the viewer $1, who is in the audience of the post p, was already in it when the author froze it; true if the audience
-- is not frozen.
(p.frozen_at is null or was_in_audience($1, p.author_id, p.audience, p.frozen_at))

-- name: visible_user
-- Whether the viewer $1 may see that the user u exists. For the list of members whom $1 has blocked, the rule is `blockable_user`.
u.disabled_at is null and u.deleted_at is null and {{not_blocked}}

-- name: insert_placeholder_user
insert into users (id, identity_uid, auth_provider, deleted_at) select placeholder_user(), 'kith-nobody', 'email', now()

-- name: has_second_factor
exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)

-- name: followed_by_viewer
coalesce((select true from follows f where f.follower_id = $1 and f.followed_id = u.id), false)

-- name: on_close_friends_list
-- Whether the viewer $1 is on the author u's list of close friends
coalesce((select true from close_friends k where k.owner_id = u.id and k.friend_id = $1), false)

-- name: close_to_author
-- Whether the viewer $1 is a close friend of the author u and, if u's account is private, also a follower
{{on_close_friends_list}} and (not u.private or {{followed_by_viewer}})

-- name: follows_viewer
coalesce((select true from follows f where f.follower_id = u.id and f.followed_id = $1), false)

-- name: not_blocked
-- Whether neither the viewer $1 nor the user u has blocked the other. Written as lookups for each row: if the planner joined all
-- blocks of the viewer, the order of the list would be lost.
not coalesce((select true from blocks b where b.blocker_id = $1 and b.blocked_id = u.id), false)
    and {{not_blocked_by}}

-- name: not_blocked_by
not coalesce((select true from blocks b where b.blocker_id = u.id and b.blocked_id = $1), false)

-- name: hidden_by_block
-- Whether the viewer $1 may not read the text of m, a message to a group, because there is a block between $1 and the sender
(m.receiver_id is null and exists (select from blocks where (blocker_id, blocked_id) in (($1, m.sender_id), (m.sender_id, $1))))

-- name: in_chat
-- Whether the message m is in a chat of the member $1, which $1 had joined before m was sent
exists (select from memberships s where s.chat_id = m.chat_id and s.user_id = $1 and s.from_id < m.id)

-- name: writable
-- Whether the member $1 may still change something in the chat of the message m
{{in_chat}} and (m.receiver_id is null or exists (
    select from users u where u.id = case when m.sender_id = $1 then m.receiver_id else m.sender_id end and {{visible_user}}))

-- name: poll_place
-- Joins what has the poll l, if the viewer $1 may vote there: a post that $1 sees, or a message that $1 can read in a chat in which $1
-- may still write.
join lateral (
  select p.author_id, p.id as post_id, null::bigint as chat_id, null::bigint as receiver_id
  from posts p join users u on u.id = p.author_id and {{visible_post}} where p.id = l.post_id
  union all
  select m.sender_id, null, m.chat_id, m.receiver_id
  from messages m where m.id = l.message_id and m.deleted_at is null and {{writable}} and not {{hidden_by_block}}
) place on true

-- name: not_muted
not coalesce((select true from mutes x where x.muter_id = $1 and x.muted_id = u.id and x.until > now()), false)

-- name: open_to_viewer
-- Whether the viewer $1 may write to the user u: u's setting `messages_from` allows it, or the two already have messages.
(u.messages_from = 'everyone' or u.messages_from = 'following' and {{follows_viewer}}
    or exists (select from memberships chat where chat.user_id = $1 and chat.contact_id = u.id and chat.last_message_id > 0))

-- name: follow_state
coalesce((select 'following' from follows f where f.follower_id = $1 and f.followed_id = u.id),
    (select 'requested' from follow_requests r where r.follower_id = $1 and r.followed_id = u.id), 'none') as "follow_state!: FollowState"

-- name: person_columns
-- The columns of a user in lists of people
u.id, u.user_name as "user_name!", u.display_name, u.picture_key, u.bio, u.private, {{follow_state}}

-- name: visible_lists
-- Whether the viewer $1 may see the followers, followed members and likes of $2: only followers see those of a private account.
exists (
    select from users u where u.id = $2 and {{visible_user}} and (u.id = $1 or not u.private or {{followed_by_viewer}})
  )

-- name: profile_links
coalesce((
    select json_agg(json_build_object('url', l.url, 'verified', l.verified_at is not null) order by l.position)
    from profile_links l where l.user_id = u.id
  ), '[]')

-- name: blockable_user
-- Whether the viewer $1 may block the user u and see u in the list of blocked members: u is active and has not blocked $1.
u.disabled_at is null and u.deleted_at is null and {{not_blocked_by}}

-- name: feed_audiences
-- An array of the audiences of the author u's posts that the viewer $1, who follows u, belongs to
case when {{follows_viewer}} then array['public', 'friends'] else array['public'] end
  || case when {{on_close_friends_list}} then array['close'] else array[]::text[] end

-- name: picture_shown
-- Whether the viewer $1, who sees the post p, also sees its picture i: in an album, somebody else may have added it.
(i.owner_id = p.author_id or picture_shown(i.owner_id, p.author_id, $1))

-- name: visible_liker
-- Whether the viewer $1 may see that the user u likes the post p, if $1 sees p
{{visible_user}} and (u.id = $1 or p.author_id = $1 or not u.private or {{followed_by_viewer}})

-- name: comment_stands
-- Whether the comment c on the post p is neither hidden from the viewer $1 by moderators, nor from everybody because p's author has
-- blocked its writer
comment_shown(c.hidden_at, c.author_id, $1)
    and not exists (select from blocks x where x.blocker_id = p.author_id and x.blocked_id = c.author_id)

-- name: visible_comment
-- Whether the viewer $1 sees the comment c by the user u on the post p, if $1 sees p
{{visible_user}} and {{comment_stands}}

-- name: comment_from
from comments c
join users u on u.id = c.author_id
join posts p on p.id = c.post_id and {{visible_comment}}
join lateral (select from users u where u.id = p.author_id and {{visible_post}} offset 0) seen on true

-- name: notification_event_shown
-- Whether the viewer $1 may see the row e of `notification_events`: false if it is about a like that was taken back, or about a comment
-- that moderators have hidden from $1, or whose writer the post's author has blocked. The row of a withdrawn like stays, so that a
-- repeated like does not notify again.
(case e.kind
    when 'like' then exists (select from likes l where l.user_id = e.actor_id and l.post_id = e.post_id)
    when 'commentLike' then exists (select from comment_likes l where l.user_id = e.actor_id and l.comment_id = e.comment_id)
    else true
  end and (e.comment_id is null or exists (
    select from comments c join posts p on p.id = c.post_id
    where c.id = e.comment_id and {{comment_stands}}
  )))

-- name: without_actor
-- The kinds of notifications that the server itself creates, which have no actor
n.kind in ('reportActed', 'reportKept', 'signIn', 'webhookOff', 'resetLink')

-- name: visible_subject
-- True if the notification n is not about a post, or if the viewer $1 may see that post
(n.post_id is null or exists (
    select from posts p join users u on u.id = p.author_id and {{visible_post}} where p.id = n.post_id
  ))

-- name: notification_joins
-- Joins the post, up to three of the recent actors and the newest comment of the notification n; leaves out actors and comments
-- that the recipient $1 may not see or has muted. Whether $1 may see the post is checked by `notification_shown`. `hidden` is the
-- number of actors who are left out: those whom $1 may not see or has muted, who took their likes back, and of whose comments
-- moderators have hidden all. Both read the newest five hundred events only.
left join posts p on p.id = n.post_id
left join lateral (select * from images i where i.id = p.image_id and i.status = 'ready' and {{picture_shown}} offset 0) i on true
cross join lateral (
  select count(*) filter (where u.id is null)::int as hidden,
    json_agg(json_build_object('id', u.id, 'user_name', u.user_name, 'display_name', u.display_name,
      'picture_key', u.picture_key) order by newest desc) filter (where u.id is not null and u.place <= 3) as list
  from (
    select seen.*, e.newest, row_number() over (order by seen.id is null, e.newest desc) as place
    from (
      select actor_id, max(id) filter (where {{notification_event_shown}}) as newest
      from (select * from notification_events where notification_id = n.id order by id desc limit 500) e
      group by actor_id
    ) e
    left join lateral (
      select u.id, u.user_name, u.display_name, u.picture_key from users u
      where e.newest is not null and u.id = e.actor_id and {{visible_user}} and {{not_muted}} offset 0
    ) seen on true
  ) u
) actors
left join lateral (
  select c.content from notification_events e join comments c on c.id = e.comment_id
  join users u on u.id = c.author_id and {{visible_user}} and {{not_muted}} and {{comment_stands}}
  where e.notification_id = n.id order by e.id desc limit 1
) latest on true

-- name: notification_shown
(actors.list is not null or {{without_actor}}) and {{visible_subject}}

-- name: mentioned_there
-- Whether the member c of a chat, a row of `memberships`, has an unread mention and wants notifications of mentions
(c.mention_id > c.read_id and wants_notification(c.user_id, 'mention', true))

-- name: accepted_chat
-- Whether the chat of the member c, a row of `memberships`, is neither an unanswered request nor with a member whom $1 has blocked
c.request is null and not coalesce((select true from blocks b where b.blocker_id = $1 and b.blocked_id = c.contact_id), false)

-- name: chosen_chat
-- The id of the chat $2 or, if $2 is null, of the direct chat of $1 and the member $3
coalesce($2::bigint, (select chat_id from memberships where user_id = $1 and contact_id = $3::bigint))
