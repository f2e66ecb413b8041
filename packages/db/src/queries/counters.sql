-- There are three statements for each table with counters. `…Drifted` checks the rows with ids above $1 up to $2, and returns
-- those whose counters seem wrong. `…Locked` locks the rows with the ids $1, and `…Corrected` recounts and corrects them. A
-- correction is valid only while nobody else changes the row, so it needs the lock: otherwise a like inserted between counting
-- and writing would be lost. Rows are locked in the order of their ids, as in all statements, so that concurrent transactions do
-- not deadlock.

-- name: counted_user
select x.id,
  (select count(*) from posts where author_id = x.id)::int as posts_count,
  (select count(*) from posts where author_id = x.id and audience = 'public' and frozen_at is null and hidden_at is null)::int as public_posts_count,
  (select count(*) from posts where author_id = x.id and audience = 'friends' and frozen_at is null and hidden_at is null)::int as friends_posts_count,
  (select count(*) from follows where followed_id = x.id)::int as followers_count,
  (select count(*) from follows where follower_id = x.id)::int as following_count

-- name: user_drifted
(x.posts_count, x.public_posts_count, x.friends_posts_count, x.followers_count, x.following_count)
    <> (c.posts_count, c.public_posts_count, c.friends_posts_count, c.followers_count, c.following_count)

-- name: counted_post
select x.id,
  (select count(*) from likes where post_id = x.id)::int as likes_count,
  (select count(*) from comments where post_id = x.id and author_id <> placeholder_user())::int as comments_count

-- name: counted_comment
select x.id,
  (select count(*) from comment_likes where comment_id = x.id)::int as likes_count,
  (select count(*) from comments where parent_id = x.id)::int as replies_count

-- name: counted_event
select x.post_id,
  (select count(*) from event_answers where post_id = x.post_id and answer = 'yes')::int as yes_count,
  (select count(*) from event_answers where post_id = x.post_id and answer = 'maybe')::int as maybe_count,
  (select count(*) from event_answers where post_id = x.post_id and answer = 'no')::int as no_count

-- name: counted_option
select o.id, o.poll_id, (select count(*) from poll_votes where option_id = o.id)::int as votes_count from poll_options o

-- name: counted_voters
(select count(distinct v.user_id) from poll_options o join poll_votes v on v.option_id = o.id where o.poll_id = x.id)::int

-- name: counted_notification
select x.id,
  (select count(distinct actor_id) from notification_events where notification_id = x.id)::int + x.unlisted_count as actors_count

-- name: counted_membership
-- The unread count of the member x of a chat. A message of a group was not counted if there was a block between x and the sender
-- when it was sent, and a later block does not change the count. So every number from `shown` to `every` is accepted: `shown`
-- leaves out messages of senders with whom x has a block today, and `every` includes all messages.
select x.chat_id, x.user_id, least(greatest(x.unread_count, k.shown), k.every) as unread_count
from (
  select count(*)::int as every, (count(*) filter (where not {{hidden_by_block for x.user_id}}))::int as shown
  from messages m
  where m.chat_id = x.chat_id and m.id > greatest(x.read_id, x.from_id) and m.read_at is null
    and m.event is null and m.deleted_at is null and m.sender_id <> x.user_id
) k

-- name: usersDrifted(after, upTo)
select x.id from users x cross join lateral ({{counted_user}}) c
where x.id > $1 and x.id <= $2
  and {{user_drifted}}

-- name: usersLocked(ids)
select from users where id = any ($1::bigint[]) order by id for no key update

-- name: usersCorrected(ids)
update users x set posts_count = c.posts_count, public_posts_count = c.public_posts_count,
  friends_posts_count = c.friends_posts_count, followers_count = c.followers_count, following_count = c.following_count
from ({{counted_user}} from users x where x.id = any ($1::bigint[])) c
where x.id = c.id and {{user_drifted}}
returning x.id

-- name: postsDrifted(after, upTo)
select x.id from posts x cross join lateral ({{counted_post}}) c
where x.id > $1 and x.id <= $2 and (x.likes_count, x.comments_count) <> (c.likes_count, c.comments_count)

-- name: postsLocked(ids)
select from posts where id = any ($1::bigint[]) order by id for no key update

-- name: postsCorrected(ids)
update posts x set likes_count = c.likes_count, comments_count = c.comments_count
from ({{counted_post}} from posts x where x.id = any ($1::bigint[])) c
where x.id = c.id and (x.likes_count, x.comments_count) <> (c.likes_count, c.comments_count)
returning x.id

-- name: commentsDrifted(after, upTo)
select x.id from comments x cross join lateral ({{counted_comment}}) c
where x.id > $1 and x.id <= $2 and (x.likes_count, x.replies_count) <> (c.likes_count, c.replies_count)

-- name: commentsLocked(ids)
select from comments where id = any ($1::bigint[]) order by id for no key update

-- name: commentsCorrected(ids)
update comments x set likes_count = c.likes_count, replies_count = c.replies_count
from ({{counted_comment}} from comments x where x.id = any ($1::bigint[])) c
where x.id = c.id and (x.likes_count, x.replies_count) <> (c.likes_count, c.replies_count)
returning x.id

-- name: eventsDrifted(after, upTo)
select x.post_id from events x cross join lateral ({{counted_event}}) c
where x.post_id > $1 and x.post_id <= $2 and (x.yes_count, x.maybe_count, x.no_count) <> (c.yes_count, c.maybe_count, c.no_count)

-- name: eventsLocked(posts)
select from events where post_id = any ($1::bigint[]) order by post_id for no key update

-- name: eventsCorrected(posts)
update events x set yes_count = c.yes_count, maybe_count = c.maybe_count, no_count = c.no_count
from ({{counted_event}} from events x where x.post_id = any ($1::bigint[])) c
where x.post_id = c.post_id and (x.yes_count, x.maybe_count, x.no_count) <> (c.yes_count, c.maybe_count, c.no_count)
returning x.post_id

-- name: pollsDrifted(after, upTo)
select x.id from polls x where x.id > $1 and x.id <= $2 and (x.voters_count <> {{counted_voters}} or exists (
  select from ({{counted_option}}) c join poll_options o on o.id = c.id where c.poll_id = x.id and o.votes_count <> c.votes_count))

-- name: pollsLocked(ids)
select from polls where id = any ($1::bigint[]) order by id for no key update

-- name: pollsCorrected(ids)
-- Also corrects the counters of the options, whose poll every vote locks.
with options as (
  update poll_options o set votes_count = c.votes_count from ({{counted_option}}) c
  where c.id = o.id and o.poll_id = any ($1::bigint[]) and o.votes_count <> c.votes_count
  returning o.poll_id
), voters as (
  update polls x set voters_count = {{counted_voters}}
  where x.id = any ($1::bigint[]) and x.voters_count <> {{counted_voters}}
  returning x.id
)
select poll_id as id from options union select id from voters

-- name: notificationsDrifted(after, upTo)
select x.id from notifications x cross join lateral ({{counted_notification}}) c
where x.id > $1 and x.id <= $2 and x.actors_count <> c.actors_count

-- name: notificationsLocked(ids)
select from notifications where id = any ($1::bigint[]) order by id for no key update

-- name: notificationsCorrected(ids)
update notifications x set actors_count = c.actors_count
from ({{counted_notification}} from notifications x where x.id = any ($1::bigint[])) c
where x.id = c.id and x.actors_count <> c.actors_count
returning x.id

-- name: membershipsDrifted(after, upTo)
select x.chat_id, x.user_id from memberships x cross join lateral ({{counted_membership}}) c
where x.chat_id > $1 and x.chat_id <= $2 and x.unread_count <> c.unread_count

-- name: membershipsLocked(chats, members)
-- Locks rows of members: $1 and $2 are parallel arrays of chats and of one member of each. Chats are locked before members, as
-- when a message is inserted.
select from memberships s
join (select id from chats where id = any ($1::bigint[]) order by id for no key update) d on d.id = s.chat_id
where (s.chat_id, s.user_id) in (select * from unnest($1::bigint[], $2::bigint[]))
order by s.chat_id, s.user_id for no key update of s

-- name: membershipsCorrected(chats, members)
-- Corrects rows of members: $1 and $2 are parallel arrays of chats and of one member of each.
update memberships x set unread_count = c.unread_count
from (
  select c.* from memberships x cross join lateral ({{counted_membership}}) c
  where (x.chat_id, x.user_id) in (select * from unnest($1::bigint[], $2::bigint[]))
) c
where x.chat_id = c.chat_id and x.user_id = c.user_id and x.unread_count <> c.unread_count
returning x.user_id

-- name: notificationsWithoutActors(after, upTo)
-- Deletes notifications with ids above $1 up to $2 that have no actors, except those that the server itself creates, which never
-- have any.
delete from notifications n where id > $1 and id <= $2 and actors_count = 0 and not {{without_actor}}

-- name: lastIds()
-- Returns the highest id of each table, at which the last batch ends.
select (select coalesce(max(id), 0) from users) as "users!", (select coalesce(max(id), 0) from posts) as "posts!",
  (select coalesce(max(id), 0) from comments) as "comments!", (select coalesce(max(post_id), 0) from events) as "events!",
  (select coalesce(max(id), 0) from polls) as "polls!", (select coalesce(max(id), 0) from notifications) as "notifications!",
  (select coalesce(max(chat_id), 0) from memberships) as "memberships!"
