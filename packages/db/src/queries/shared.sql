-- name: living_actor
select id, created_at from users where id = $1 and deleted_at is null and disabled_at is null for key share

-- name: joining
-- Follows the CTE `unused_uid`, which has a row if sign-up is possible. Takes one use of the invitation $1, and decides whether
-- this is the first member of a fresh server, who becomes its moderator. The second of two concurrent sign-ups waits for the row
-- that the first one inserts, and then sees it.
invited as (
  update invitations i set uses_left = uses_left - 1
  where i.code_hash = $1 and {{usable_invitation}} and exists (select from unused_uid)
  returning id
), allowed as (
  select true from unused_uid where $1::text is null or exists (select from invited)
), founded as (
  insert into founding (one) select true from allowed where not exists (select from users)
  on conflict do nothing
  returning one
)

-- name: usable_invitation
i.uses_left > 0 and i.expires_at > now()
  and (i.inviter_id is null or exists (select from users u where u.id = i.inviter_id and {{living}}))

-- name: post_columns
p.id, p.author_id, p.caption, p.location, p.created_at, p.likes_count, p.comments_count,
  p.audience, p.frozen_at, p.commenters, p.expires_at, u.user_name, u.picture_key,
  i.id as image_id, i.alt as image_alt, i.status as image_status, i.key as image_key, i.widths as image_widths,
  i.width as image_width, i.height as image_height, i.thumbhash as image_thumbhash, {{public_picture}} as image_public,
  {{more_pictures}} as more_pictures, p.author_id = $1 as own,
  coalesce((select true from likes l where l.user_id = $1 and l.post_id = p.id), false) as liked_by_me,
  coalesce((select true from bookmarks b where b.user_id = $1 and b.post_id = p.id), false) as saved_by_me

-- name: more_pictures
-- The pictures after the first, in order, for posts that have some; an unprocessed picture is visible to its author only.
case when p.more_pictures > 0 then (select coalesce(json_agg(more), '[]') from (
    select m.id, m.alt, m.status, m.key, m.widths, m.width, m.height, m.thumbhash from images m
    where m.post_id = p.id and m.position > 0 and (m.status = 'ready' or p.author_id = $1) order by m.position
  ) more) end

-- name: post_joins
-- The offset makes the planner look up each post in the order of the list, instead of reading all users.
join lateral (
  select u.id, u.user_name, u.picture_key, u.private from users u where u.id = p.author_id and {{visible_post}} offset 0
) u on true
left join images i on i.id = p.image_id

-- name: examined_post_joins
-- Like `post_joins`, for a list that also keeps, without their author, posts that its viewer cannot see or has muted.
left join lateral (
  select u.id, u.user_name, u.picture_key, u.private from users u
  where u.id = p.author_id and {{visible_post}} and {{not_muted}} offset 0
) u on true
left join images i on i.id = p.image_id and u.id is not null

-- name: seen_audiences
-- The audiences of the user u's posts that the viewer $1 belongs to, as `visible_post` checks them for a single post.
case when u.id = $1 then array['public', 'friends', 'close', 'private'] else case
    when {{followed_by_viewer}} then case when {{follows_viewer}} then array['public', 'friends'] else array['public'] end
    when u.private then array[]::text[]
    else array['public'] end || case when {{close_to_author}} then array['close'] else array[]::text[] end end

-- name: visible_post
-- The only rule that decides whether the viewer $1 sees the post p of the author u. Everything that reads posts uses it.
{{living}} and {{not_expired}} and (p.author_id = $1 or (
    case
      when {{public_post}} then true
      when p.audience = 'private' then false
      when p.audience = 'close' then {{close_to_author}}
      else {{followed_by_viewer}} and (p.audience = 'public' or {{follows_viewer}})
    end and {{belonged}} and {{not_blocked}} and {{unhidden}} and {{not_waiting}}
  ))

-- name: public_post
p.audience = 'public' and not u.private and p.frozen_at is null

-- name: belonged
-- Whether the viewer $1, who belongs to the audience of the post p, already did when that audience was frozen; true if it is not
-- frozen. A member who left the audience and returned counts as having joined later.
(p.frozen_at is null or case
      when p.audience = 'close' then exists (
        select from close_friends k where k.owner_id = p.author_id and k.friend_id = $1 and k.created_at <= p.frozen_at)
      else exists (select from follows f where f.follower_id = $1 and f.followed_id = p.author_id and f.created_at <= p.frozen_at)
        and (p.audience = 'public' or exists (
          select from follows f where f.follower_id = p.author_id and f.followed_id = $1 and f.created_at <= p.frozen_at))
    end)

-- name: public_picture
{{public_post}} and p.hidden_at is null and {{not_waiting}}

-- name: not_expired
(p.expires_at is null or p.expires_at > now())

-- name: not_waiting
(p.shown_from is null or p.shown_from <= now())

-- name: unhidden
-- Whether the post p is not hidden by moderators, or the viewer $1 is a moderator; its author sees it in any case.
(p.hidden_at is null or {{viewer_moderates}})

-- name: post_shown
-- The condition that applies to every viewer except the author
{{not_expired}} and {{not_waiting}} and {{unhidden}}

-- name: comment_shown
(c.hidden_at is null or c.author_id = $1 or {{viewer_moderates}})

-- name: viewer_moderates
(select moderator from users where id = $1)

-- name: visible_posts_count
-- The number of posts of the user u that the viewer $1 can see; but the public posts of a private user always count.
case when u.id = $1 then u.posts_count
    when {{followed_by_viewer}} and {{follows_viewer}} then u.public_posts_count + u.friends_posts_count
    else u.public_posts_count
  end + case when u.id <> $1 and {{close_to_author}} then (
    select count(*) from posts p where p.author_id = u.id and p.audience = 'close' and p.hidden_at is null and {{belonged}}
  )::int else 0 end + case when u.id <> $1 and {{followed_by_viewer}} then (
    select count(*) from posts p where p.author_id = u.id and p.frozen_at is not null and p.audience <> 'close'
      and p.audience = any ({{seen_audiences}}) and p.hidden_at is null and {{belonged}}
  )::int else 0 end + case when u.id <> $1 and {{viewer_moderates}} then (
    select count(*) from posts p where p.author_id = u.id and p.hidden_at is not null and p.audience = any ({{seen_audiences}})
      and {{belonged}}
  )::int else 0 end as posts_count

-- name: visible_user
-- The only rule that decides whether the viewer $1 sees that the user u exists.
{{living}} and {{not_blocked}}

-- name: placeholder_user
-- The id of a placeholder user: the author of deleted posts until jobs delete their rows, and of deleted comments that have
-- replies. The user is marked as deleted, so that nothing by it is shown; it also stands for a viewer without a session.
0

-- name: insert_placeholder_user
-- Inserts the placeholder user when it is first needed
insert into users (id, identity_uid, auth_provider, deleted_at) select {{placeholder_user}}, 'kith-nobody', 'email', now()

-- name: living
u.disabled_at is null and u.deleted_at is null

-- name: has_second_factor
exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)

-- name: proved_by_passkey
-- Whether $2 is a session of the user u that was authenticated by a passkey, and u still has passkeys
exists (select from sessions s where s.id = $2 and s.user_id = u.id and s.by_passkey)
    and exists (select from passkeys k where k.user_id = u.id)

-- name: followed_by_viewer
coalesce((select true from follows f where f.follower_id = $1 and f.followed_id = u.id), false)

-- name: on_list
-- The viewer $1 is on the author u's list of close friends.
coalesce((select true from close_friends k where k.owner_id = u.id and k.friend_id = $1), false)

-- name: close_to_author
-- Whether the viewer $1 is a close friend who may see the author u's posts: those of a private account are for its followers only.
{{on_list}} and (not u.private or {{followed_by_viewer}})

-- name: follows_viewer
coalesce((select true from follows f where f.follower_id = u.id and f.followed_id = $1), false)

-- name: not_blocked
-- Written so that the planner looks up each row's user and never joins all of a viewer's blocks, which would lose the list's
-- order.
not coalesce((select true from blocks b where b.blocker_id = $1 and b.blocked_id = u.id), false)
    and {{not_blocked_by}}

-- name: not_blocked_by
not coalesce((select true from blocks b where b.blocker_id = u.id and b.blocked_id = $1), false)

-- name: folded
-- Whether the message m is in a group and its sender or the viewer $1 blocked the other: then the viewer may not read its text
(m.receiver_id is null and exists (select from blocks where (blocker_id, blocked_id) in (($1, m.sender_id), (m.sender_id, $1))))

-- name: in_chat
-- Whether the message m is in a chat of the member $1 and came after they joined it
case when m.receiver_id is not null then $1 in (m.sender_id, m.receiver_id)
  else exists (select from chat_members s where s.chat_id = m.chat_id and s.user_id = $1 and s.from_id < m.id) end

-- name: not_muted
not coalesce((select true from mutes x where x.muter_id = $1 and x.muted_id = u.id and x.until > now()), false)

-- name: open_to_viewer
-- Whether the viewer $1 may write to the user u: starting a chat depends on u's choice, an existing one continues.
(u.messages_from = 'everyone' or u.messages_from = 'following' and {{follows_viewer}}
    or exists (select from contacts chat where chat.user_id = $1 and chat.contact_id = u.id and chat.last_message_id > 0))

-- name: follow_state
coalesce((select 'following' from follows f where f.follower_id = $1 and f.followed_id = u.id),
    (select 'requested' from follow_requests r where r.follower_id = $1 and r.followed_id = u.id), 'none') as follow_state

-- name: person_columns
-- A user in lists of people.
u.id, u.user_name, u.picture_key, u.bio, u.private, {{follow_state}}

-- name: visible_lists
-- The followers and followed of user $2 are visible to the viewer $1 if their posts would be.
exists (
    select from users u where u.id = $2 and {{visible_user}} and (u.id = $1 or not u.private or {{followed_by_viewer}})
  )

-- name: profile_links
-- The links in the profile of the user u
coalesce((
    select json_agg(json_build_object('url', l.url, 'verified', l.verified_at is not null) order by l.position)
    from profile_links l where l.user_id = u.id
  ), '[]')

-- name: blocked_user
-- Whether the viewer $1 may block the user u, and sees u in the list of blocked members: not if u has blocked the viewer.
{{living}} and {{not_blocked_by}}

-- name: newcomer_weight
-- The weight in a ranking of a like or comment by a member who had joined less than a day earlier
0.25

-- name: in_feed
-- `visible_post`, shortened for a feed: members who block each other do not follow each other, and a follower sees public posts.
-- The feed itself excludes muted authors.
{{followed_by_viewer}} and {{feed_audience}}

-- name: feed_audience
-- Like `in_feed`, if the viewer $1 is known to follow the author u
(p.audience = 'public' or p.audience = 'friends' and {{follows_viewer}} or p.audience = 'close' and {{on_list}})
  and {{belonged}} and {{post_shown}}

-- name: feed_audiences
-- The audiences of the author u that the viewer $1 belongs to, who follows u
case when {{follows_viewer}} then array['public', 'friends'] else array['public'] end
  || case when {{on_list}} then array['close'] else array[]::text[] end

-- name: like_shown
-- Whether the viewer $1 sees the like l: the viewer must see the post, and be allowed to see likes by this member
-- (`visible_liker`). Likes by a private account are visible to its followers and to the author of the post.
exists (
    select from posts p
    join lateral (select from users u where u.id = p.author_id and {{visible_post}} offset 0) author on true
    join lateral (select from users u where u.id = l.user_id and {{visible_liker}} offset 0) liker on true
    where p.id = l.post_id
  )

-- name: visible_liker
-- Whether the viewer $1 sees that the user u likes the post p
{{visible_user}} and (u.id = $1 or p.author_id = $1 or not u.private or {{followed_by_viewer}})

-- name: visible_comment
-- Whether the viewer $1 sees the comment c of the author u. It is hidden from all if the author of the post p has blocked u.
{{visible_user}} and {{comment_shown}}
    and not exists (select from blocks x where x.blocker_id = p.author_id and x.blocked_id = c.author_id)

-- name: comment_from
from comments c
join users u on u.id = c.author_id
join posts p on p.id = c.post_id and {{visible_comment}}
join lateral (select from users u where u.id = p.author_id and {{visible_post}} offset 0) seen on true

-- name: event_shown
-- Whether the event e may be shown: not if it is about a comment that moderators have hidden
(e.comment_id is null or exists (select from comments c where c.id = e.comment_id and {{comment_shown}}))

-- name: without_actor
-- The kinds of notifications that the server itself creates, which have no actor
n.kind in ('reportActed', 'reportKept', 'signIn', 'webhookOff')

-- name: visible_subject
-- Whether the viewer $1 sees the subject of the notification n: a notification about a post is visible only if the post is
(n.post_id is null or exists (
    select from posts p join users u on u.id = p.author_id and {{visible_post}} where p.id = n.post_id
  ))

-- name: notification_joins
-- The post, the actors and the newest comment of the notification n, as its recipient $1 may see them
left join posts p on p.id = n.post_id
left join images i on i.id = p.image_id and i.status = 'ready'
cross join lateral (
  select json_agg(json_build_object('id', u.id, 'user_name', u.user_name, 'picture_key', u.picture_key) order by e.newest desc) as list
  from (
    select actor_id, max(id) as newest from (
      select e.actor_id, e.id from notification_events e
      where e.notification_id = n.id and {{event_shown}} order by e.id desc limit 12
    ) recent group by actor_id order by newest desc limit 3
  ) e
  join users u on u.id = e.actor_id and {{visible_user}} and {{not_muted}}
) actors
left join lateral (
  select c.content from notification_events e join comments c on c.id = e.comment_id
  join users u on u.id = c.author_id and {{visible_user}} and {{not_muted}} and {{comment_shown}}
  where e.notification_id = n.id order by e.id desc limit 1
) latest on true

-- name: notification_shown
(actors.list is not null or {{without_actor}}) and {{visible_subject}}

-- name: mentioned_there
-- Whether an unread message of the group mentions its member c, who wants notifications of mentions, even if the group is muted
(c.mention_id > c.read_id and wanted(c.user_id, 'mention', true))

-- name: chat_not_muted
(c.muted_until is null or c.muted_until <= now())
