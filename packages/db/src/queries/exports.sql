-- Statements about the export of the user $1. An export shows no more than the lists in the app: no name of a member with whom
-- the user has a block, and no comment by another member that moderators have hidden.

-- name: names
-- The names of the member u, if the user $1 may see that member
left join lateral (select u.user_name, u.display_name where {{visible_user}} offset 0) named on true

-- name: profile(user)
select id as "userId", user_name as "userName", display_name as "displayName", email, email_confirmed as "emailConfirmed", bio, language, time_zone as "timeZone",
  auth_provider as "authProvider",
  created_at as "createdAt", private, messages_from as "messagesFrom", public_pages as "publicPages", birth_month as "birthMonth", birth_day as "birthDay", birthday_for as "birthdayFor", posts_count as "postsCount", followers_count as "followersCount",
  following_count as "followingCount", picture_key,
  (select jsonb_build_object('enabled', s.enabled, 'messages', s.messages, 'tags', s.tags, 'followers', s.followers,
    'likes', s.likes, 'comments', s.comments, 'joins', s.joins, 'events', s.events, 'birthdays', s.birthdays)
   from notification_settings s where s.user_id = $1) as "notificationSettings"
from users where id = $1 and deleted_at is null

-- name: year(user, from, to)
-- Chooses posts of the user $1 for a page of a year, whose months begin at $2 and end at $3: of each month the twelve most liked with a
-- picture, and the five most liked of words without one; in order of time.
select m.month::int as "month!", c.id as "post_id!", c.pictured as "pictured!"
from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality m (starts, ends, month)
cross join lateral (
  (select p.id, p.created_at, true as pictured from posts p join images i on i.id = p.image_id and i.status = 'ready'
    where p.author_id = $1 and p.created_at >= m.starts and p.created_at < m.ends and not_expired(p.expires_at)
    order by p.likes_count desc, p.created_at desc, p.id desc limit 12)
  union all
  (select p.id, p.created_at, false from posts p
    where p.author_id = $1 and p.created_at >= m.starts and p.created_at < m.ends and not_expired(p.expires_at)
      and p.caption <> '' and not exists (select from images where id = p.image_id and status = 'ready')
    order by p.likes_count desc, p.created_at desc, p.id desc limit 5)
) c
order by m.month, c.created_at, c.id

-- name: albumPictures(user)
-- Lists the pictures that the user $1 has added to albums of others.
select p.created_at as "createdAt", p.id as "postId", named.user_name as "userName", named.display_name as "displayName",
  jsonb_build_array(exported_picture(picture_file(p.id, i.position), i.media, i.container, i.alt)) as pictures
from images i join posts p on p.id = i.post_id and p.author_id <> $1 and (i.position is not null or i.id = p.image_id)
join users u on u.id = p.author_id
{{names}}
where i.owner_id = $1 and i.kind = 'post' and i.status = 'ready' and not_expired(p.expires_at) order by p.id, i.position

-- name: posts(user)
select p.id as "postId", p.client_id as "clientId", p.created_at as "createdAt", p.edited_at as "editedAt", p.caption, p.location, p.kind,
  p.audience, p.frozen_at as "audienceFrozenAt", p.commenters as comments, p.expires_at as "expiresAt", p.likes_count as "likesCount", p.comments_count as "commentsCount",
  (select media_file(picture_file(p.id, i.position), i.container) from images i where i.id = p.image_id and i.owner_id = $1 and i.status = 'ready') as picture,
  (select jsonb_agg(exported_picture(picture_file(p.id, i.position), i.media, i.container, i.alt) order by i.position) from images i
   where i.post_id = p.id and i.owner_id = $1 and i.status = 'ready' and (i.position is not null or i.id = p.image_id)) as pictures,
  (select jsonb_build_object('startsAt', e.starts_at, 'endsAt', e.ends_at, 'timeZone', e.time_zone, 'place', e.place, 'cancelledAt', e.cancelled_at)
   from events e where e.post_id = p.id) as event,
  (select jsonb_build_object('multiple', l.multiple, 'named', l.named, 'closesAt', l.closes_at, 'voters', l.voters_count, 'options', (
      select jsonb_agg(jsonb_build_object('text', o.text, 'votes', o.votes_count) order by o.position)
      from poll_options o where o.poll_id = l.id))
   from polls l where l.post_id = p.id) as poll
from posts p
where p.author_id = $1 and not_expired(p.expires_at) order by p.id

-- name: comments(user)
select c.id, c.created_at as "createdAt", c.edited_at as "editedAt", c.content, c.post_id as "postId", c.parent_id as "parentId",
  c.likes_count as "likesCount", c.replies_count as "repliesCount", named.user_name as "userName", named.display_name as "displayName"
from comments c join posts p on p.id = c.post_id and not_expired(p.expires_at) join users u on u.id = p.author_id
{{names}}
where c.author_id = $1 order by c.id

-- name: likes(user)
select l.created_at as "createdAt", l.post_id as "postId", named.user_name as "userName", named.display_name as "displayName"
from likes l join posts p on p.id = l.post_id and not_expired(p.expires_at) join users u on u.id = p.author_id
{{names}}
where l.user_id = $1 order by l.id

-- name: saved(user)
select b.created_at as "createdAt", b.post_id as "postId", named.user_name as "userName", named.display_name as "displayName"
from bookmarks b join posts p on p.id = b.post_id
join lateral (select u.* from users u where u.id = p.author_id and {{visible_post}} offset 0) u on true
{{names}}
where b.user_id = $1 order by b.id

-- name: eventAnswers(user)
select a.answered_at as "createdAt", a.post_id as "postId", named.user_name as "userName", named.display_name as "displayName", a.answer
from event_answers a join posts p on p.id = a.post_id
join lateral (select u.* from users u where u.id = p.author_id and {{visible_post}} offset 0) u on true
{{names}}
where a.user_id = $1 order by a.post_id

-- name: likedComments(user)
select l.created_at as "createdAt", l.comment_id as "commentId", c.post_id as "postId", named.user_name as "userName", named.display_name as "displayName"
from comment_likes l join comments c on c.id = l.comment_id join users u on u.id = c.author_id
{{names}}
where l.user_id = $1 order by l.comment_id

-- name: votes(user)
-- Lists the votes of the user $1, with the options of the polls that $1 may still see.
select v.created_at as "createdAt", place.post_id as "postId", case when place.author_id is not null then o.text end as "option"
from poll_votes v join poll_options o on o.id = v.option_id join polls l on l.id = o.poll_id
left {{poll_place}}
where v.user_id = $1 order by v.option_id

-- name: following(user)
select f.created_at as "createdAt", u.user_name as "userName", u.display_name as "displayName"
from follows f join users u on u.id = f.followed_id and {{visible_user}}
where f.follower_id = $1 order by f.followed_id

-- name: followers(user)
select f.created_at as "createdAt", u.user_name as "userName", u.display_name as "displayName"
from follows f join users u on u.id = f.follower_id and {{visible_user}}
where f.followed_id = $1 order by f.follower_id

-- name: asked(user)
-- Lists the follow requests of the user $1 that are not answered yet.
select r.created_at as "createdAt", u.user_name as "userName", u.display_name as "displayName"
from follow_requests r join users u on u.id = r.followed_id and {{visible_user}}
where r.follower_id = $1 order by r.followed_id

-- name: blocked(user)
select b.created_at as "createdAt", u.user_name as "userName", u.display_name as "displayName"
from blocks b join users u on u.id = b.blocked_id and {{blockable_user}}
where b.blocker_id = $1 order by b.blocked_id

-- name: muted(user)
select m.created_at as "createdAt", u.user_name as "userName", u.display_name as "displayName", nullif(m.until, 'infinity') as until
from mutes m join users u on u.id = m.muted_id and {{visible_user}}
where m.muter_id = $1 and m.until > now() order by m.muted_id

-- name: closeFriends(user)
select k.created_at as "createdAt", u.user_name as "userName", u.display_name as "displayName"
from close_friends k join users u on u.id = k.friend_id and {{visible_user}}
where k.owner_id = $1 order by k.friend_id

-- name: exported_messages
(
  select * from messages where sender_id = $1
  union all
  select m.* from memberships s join messages m on m.chat_id = s.chat_id and m.id > s.from_id and m.sender_id <> $1
  where s.user_id = $1
) m

-- name: files(user)
-- Lists the pictures, videos and voice messages that the user $1 has added to posts, own ones and albums of others, and those of messages.
select picture_file(p.id, i.position) as "file!", i.key as "key!", i.widths as "widths!", i.media as "media!: MediaKind", i.container
from images i join posts p on p.id = i.post_id and (i.position is not null or i.id = p.image_id)
where i.owner_id = $1 and i.kind = 'post' and i.status = 'ready' and not_expired(p.expires_at)
union all
select message_picture_file(m.id), i.key, i.widths, i.media, i.container
from {{exported_messages}} join images i on i.id = m.image_id and i.status = 'ready'
where m.deleted_at is null and not {{hidden_by_block}}

-- name: messages(user)
-- Lists the messages that the user $1 has sent, and those of the user's chats since the user joined them. A group that the user is no
-- longer a member of has no name, because it may have another one since.
select m.created_at as "createdAt", m.sender_id = $1 as sent, named.user_name as "userName", named.display_name as "displayName", d.name as "group",
  case when {{hidden_by_block}} then '' else m.content end as content, m.edited_at as "editedAt", m.deleted_at as "deletedAt",
  case when m.receiver_id = $1 or {{not_blocked}} then m.read_at end as "readAt",
  (select jsonb_build_array(exported_picture(message_picture_file(m.id), i.media, i.container, i.alt)) from images i
   where i.id = m.image_id and i.status = 'ready' and m.deleted_at is null and not {{hidden_by_block}}) as pictures,
  (select p.id from posts p join users u on u.id = p.author_id and {{visible_post}}
   where p.id = m.post_id and m.deleted_at is null and not {{hidden_by_block}}) as "postId",
  case when m.poll and not {{hidden_by_block}} then (
    select jsonb_agg(o.text order by o.position) from polls l join poll_options o on o.poll_id = l.id where l.message_id = m.id
  ) end as "pollOptions"
from {{exported_messages}}
left join memberships own on own.chat_id = m.chat_id and own.user_id = $1
left join chats d on d.id = own.chat_id
left join users u on u.id = case when m.sender_id = $1 then m.receiver_id else m.sender_id end
{{names}}
where m.event is null
order by m.id

-- name: groups(user)
select s.joined_at as "joinedAt", d.name, s.muted_until as "mutedUntil", s.pinned_at as "pinnedAt", s.archived_at as "archivedAt"
from memberships s join chats d on d.id = s.chat_id
where s.user_id = $1 and s.contact_id is null order by s.chat_id

-- name: reactions(user)
-- Lists the reactions of the user $1. `userName` is the other member of a direct chat or, in a group, the sender of the message.
select r.created_at as "createdAt", named.user_name as "userName", named.display_name as "displayName", r.emoji
from message_reactions r join messages m on m.id = r.message_id
join users u on u.id = case when m.sender_id = $1 then coalesce(m.receiver_id, m.sender_id) else m.sender_id end
{{names}}
where r.user_id = $1
order by r.message_id, r.created_at

-- name: notifications(user)
select e.created_at as "createdAt", e.kind, u.user_name as "userName", u.display_name as "displayName", e.post_id as "postId", c.content
from notifications n
join notification_events e on e.notification_id = n.id and {{notification_event_shown}}
join users u on u.id = e.actor_id and {{visible_user}}
left join comments c on c.id = e.comment_id
where n.recipient_id = $1 and {{visible_subject}}
order by e.id

-- name: sessions(user)
-- Lists the sessions of the user $1 without their ids, which are hashes of tokens.
select created_at as "createdAt", last_seen_at as "lastSeenAt", device
from sessions where user_id = $1 order by last_seen_at desc

-- name: tokens(user)
-- Lists the access tokens of the user $1 without their hashes.
select created_at as "createdAt", name, scopes, last_used_at as "lastUsedAt", expires_at as "expiresAt"
from tokens where user_id = $1 order by id

-- name: links(user)
select position, url, verified_at as "verifiedAt" from profile_links where user_id = $1 order by position

-- name: webhooks(user)
-- Lists the webhooks of the user $1 without their secrets.
select created_at as "createdAt", url, succeeded_at as "succeededAt", off_since as "offSince", off_reason as "offReason"
from webhooks where user_id = $1 order by id
