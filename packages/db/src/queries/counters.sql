-- There is a statement for each table with counters: of the rows with ids above $1 up to $2, it returns the keys of those whose
-- counters are wrong, with the right ones. Columns have the names of the entity's properties.

-- name: users(after, upTo)
select x.id, c.*
from users x cross join lateral (
  select (select count(*) from posts where author_id = x.id)::int as "postsCount",
    (select count(*) from posts where author_id = x.id and audience = 'public' and frozen_at is null and hidden_at is null)::int as "publicPostsCount",
    (select count(*) from posts where author_id = x.id and audience = 'friends' and frozen_at is null and hidden_at is null)::int as "friendsPostsCount",
    (select count(*) from follows where followed_id = x.id)::int as "followersCount",
    (select count(*) from follows where follower_id = x.id)::int as "followingCount"
) c
where x.id > $1 and x.id <= $2 and (x.posts_count, x.public_posts_count, x.friends_posts_count, x.followers_count, x.following_count)
  <> (c."postsCount", c."publicPostsCount", c."friendsPostsCount", c."followersCount", c."followingCount")

-- name: posts(after, upTo)
select x.id, c.*
from posts x cross join lateral (
  select (select count(*) from likes where post_id = x.id)::int as "likesCount",
    (select count(*) from comments where post_id = x.id and author_id <> placeholder_user())::int as "commentsCount"
) c
where x.id > $1 and x.id <= $2 and (x.likes_count, x.comments_count) <> (c."likesCount", c."commentsCount")

-- name: comments(after, upTo)
select x.id, c.*
from comments x cross join lateral (
  select (select count(*) from comment_likes where comment_id = x.id)::int as "likesCount",
    (select count(*) from comments where parent_id = x.id)::int as "repliesCount"
) c
where x.id > $1 and x.id <= $2 and (x.likes_count, x.replies_count) <> (c."likesCount", c."repliesCount")

-- name: events(after, upTo)
select x.post_id as post, c.*
from events x cross join lateral (
  select (select count(*) from event_answers where post_id = x.post_id and answer = 'yes')::int as "yesCount",
    (select count(*) from event_answers where post_id = x.post_id and answer = 'maybe')::int as "maybeCount",
    (select count(*) from event_answers where post_id = x.post_id and answer = 'no')::int as "noCount"
) c
where x.post_id > $1 and x.post_id <= $2 and (x.yes_count, x.maybe_count, x.no_count) <> (c."yesCount", c."maybeCount", c."noCount")

-- name: polls(after, upTo)
select x.id, c.*
from polls x cross join lateral (
  select count(distinct v.user_id)::int as "votersCount" from poll_options o join poll_votes v on v.option_id = o.id where o.poll_id = x.id
) c
where x.id > $1 and x.id <= $2 and x.voters_count <> c."votersCount"

-- name: options(after, upTo)
select x.id, c.*
from poll_options x cross join lateral (select count(*)::int as "votesCount" from poll_votes where option_id = x.id) c
where x.id > $1 and x.id <= $2 and x.votes_count <> c."votesCount"

-- name: notifications(after, upTo)
select x.id, c.*
from notifications x cross join lateral (
  select count(distinct actor_id)::int + x.unlisted_count as "actorsCount" from notification_events where notification_id = x.id
) c
where x.id > $1 and x.id <= $2 and x.actors_count <> c."actorsCount"

-- name: memberships(after, upTo)
-- $1 and $2 are ids of chats. A message of a group was not counted if there was a block between the member and the sender when it
-- was sent, and a later block does not change the count. So every number from `shown` to `every` is accepted: `shown` leaves out
-- messages of senders with whom the member has a block today, and `every` includes all messages.
select x.chat_id as chat, x.user_id as user, c.*
from memberships x cross join lateral (
  select least(greatest(x.unread_count, count(*) filter (where not {{hidden_by_block for x.user_id}})), count(*))::int as "unreadCount"
  from messages m
  where m.chat_id = x.chat_id and m.id > greatest(x.read_id, x.from_id) and m.read_at is null
    and m.event is null and m.deleted_at is null and m.sender_id <> x.user_id
) c
where x.chat_id > $1 and x.chat_id <= $2 and x.unread_count <> c."unreadCount"

-- name: notificationsWithoutActors(after, upTo)
-- Deletes notifications with ids above $1 up to $2 that have no actors, except those that the server itself creates, which never
-- have any.
delete from notifications n where id > $1 and id <= $2 and actors_count = 0 and not {{without_actor}}

-- name: lastIds()
-- Returns the highest id of each table, at which the last batch ends.
select (select coalesce(max(id), 0) from users) as "users!", (select coalesce(max(id), 0) from posts) as "posts!",
  (select coalesce(max(id), 0) from comments) as "comments!", (select coalesce(max(post_id), 0) from events) as "events!",
  (select coalesce(max(id), 0) from polls) as "polls!", (select coalesce(max(id), 0) from poll_options) as "options!",
  (select coalesce(max(id), 0) from notifications) as "notifications!", (select coalesce(max(chat_id), 0) from memberships) as "memberships!"
