-- Statements that delete the rows of the deleted user $1. Each deletes at most $2 rows, unless it says otherwise, updates the
-- counters that included these rows, and returns how many it deleted; 0 means that none are left. Where rows have two users, such as
-- blocks, the limit applies to each direction. Rows whose counters are updated are locked in the order of their ids, as in all
-- statements, so that concurrent calls do not deadlock. Triggers update the counters of notifications whose events are deleted.

-- name: likes(user, max)
with gone as (
  delete from likes where id in (select id from likes where user_id = $1 order by post_id limit $2)
  returning post_id
), locked as (
  select id from posts where id in (select post_id from gone) order by id for no key update
), counted as (
  update posts p set likes_count = likes_count - 1 from locked where p.id = locked.id
)
select count(*)::int as "rows!" from gone

-- name: commentLikes(user, max)
with gone as (
  delete from comment_likes where (user_id, comment_id) in (
    select user_id, comment_id from comment_likes where user_id = $1 order by comment_id limit $2)
  returning comment_id
), locked as (
  select id from comments where id in (select comment_id from gone) order by id for no key update
), counted as (
  update comments c set likes_count = likes_count - 1 from locked where c.id = locked.id
)
select count(*)::int as "rows!" from gone

-- name: eventAnswers(user, max)
with gone as (
  delete from event_answers where (post_id, user_id) in (
    select post_id, user_id from event_answers where user_id = $1 order by post_id limit $2)
  returning post_id, answer
), locked as (
  select post_id from events where post_id in (select post_id from gone) order by post_id for no key update
), counted as (
  update events e set yes_count = yes_count - (g.answer = 'yes')::int, maybe_count = maybe_count - (g.answer = 'maybe')::int,
    no_count = no_count - (g.answer = 'no')::int
  from locked join gone g on g.post_id = locked.post_id where e.post_id = locked.post_id
)
select count(*)::int as "rows!" from gone

-- name: votes(user, max)
-- Deletes all votes of the user $1 in the polls of $1's first $2 votes.
with chosen as (
  select o.poll_id from (select option_id from poll_votes where user_id = $1 order by option_id limit $2) v
  join poll_options o on o.id = v.option_id
), locked as (
  select id from polls where id in (select poll_id from chosen) order by id for no key update
), gone as (
  delete from poll_votes v using poll_options o, locked
  where o.id = v.option_id and o.poll_id = locked.id and v.user_id = $1
  returning v.option_id
), counted as (
  update poll_options o set votes_count = votes_count - 1 from gone where o.id = gone.option_id
), counted_voter as (
  update polls l set voters_count = voters_count - 1 from locked where l.id = locked.id
)
select count(*)::int as "rows!" from gone

-- name: comments(user, max)
-- Deletes at most $2 comments of the deleted user $1. A comment with replies becomes a tombstone without text and author, as when
-- its author deletes it.
with chosen as (
  select id from comments where author_id = $1 and $1 <> placeholder_user() order by id limit $2
), placeholder as (
  {{insert_placeholder_user}} where exists (select from chosen)
  on conflict do nothing
), removed as (
  delete from comments where id in (select id from chosen) and replies_count = 0
  returning post_id, parent_id
), emptied as (
  update comments set author_id = placeholder_user(), content = '-', client_id = null, edited_at = null, link_preview_id = null
  where id in (select id from chosen) and replies_count > 0
  returning id, post_id, parent_id
), gone as (
  select post_id, parent_id from removed union all select post_id, parent_id from emptied
), removed_events as (
  delete from notification_events where comment_id in (select id from emptied)
), parents as (
  select id from comments where id in (select parent_id from gone) order by id for no key update
), answers as (
  update comments c set replies_count = replies_count - n
  from parents join (select parent_id, count(*) as n from gone group by parent_id) g on g.parent_id = parents.id
  where c.id = parents.id
), locked as (
  select id from posts where id in (select post_id from gone) order by id for no key update
), counted as (
  update posts p set comments_count = comments_count - n
  from locked join (select post_id, count(*) as n from gone group by post_id) g on g.post_id = locked.id
  where p.id = locked.id
)
select count(*)::int as "rows!" from gone

-- name: following(user, max)
with gone as (
  delete from follows where (follower_id, followed_id) in (
    select follower_id, followed_id from follows where follower_id = $1 order by followed_id limit $2)
  returning followed_id
), locked as (
  select id from users where id in (select followed_id from gone) order by id for no key update
), counted as (
  update users u set followers_count = followers_count - 1 from locked where u.id = locked.id
)
select count(*)::int as "rows!" from gone

-- name: followers(user, max)
with gone as (
  delete from follows where (follower_id, followed_id) in (
    select follower_id, followed_id from follows where followed_id = $1 order by follower_id limit $2)
  returning follower_id
), locked as (
  select id from users where id in (select follower_id from gone) order by id for no key update
), counted as (
  update users u set following_count = following_count - 1 from locked where u.id = locked.id
)
select count(*)::int as "rows!" from gone

-- name: events(user, max)
with gone as (
  delete from notification_events where id in (
    (select id from notification_events where actor_id = $1 limit $2)
    union all
    (select id from notification_events where recipient_id = $1 limit $2))
  returning 1
)
select count(*)::int as "rows!" from gone

-- name: notifications(user, max)
with gone as (
  delete from notifications where id in (select id from notifications where recipient_id = $1 limit $2)
  returning id
)
select count(*)::int as "rows!" from gone

-- name: small(user, max)
-- Deletes at most $2 rows of each table whose rows no counter includes. Foreign keys take the previews of links from the messages of the
-- user $1, which stay.
with of_link_previews as (
  delete from link_previews where id in (select id from link_previews where user_id = $1 limit $2) returning 1
), of_bookmarks as (
  delete from bookmarks where id in (select id from bookmarks where user_id = $1 limit $2) returning 1
), of_reactions as (
  delete from message_reactions where (message_id, user_id, emoji) in (
    select message_id, user_id, emoji from message_reactions where user_id = $1 limit $2) returning 1
), of_direct_chats as (
  delete from memberships where (user_id, contact_id) in (
    select user_id, contact_id from memberships where user_id = $1 and contact_id is not null
    union all
    select user_id, contact_id from memberships where contact_id = $1 and last_message_id = 0
    limit $2) returning 1
), of_requests as (
  delete from follow_requests where (follower_id, followed_id) in (
    (select follower_id, followed_id from follow_requests where follower_id = $1 limit $2)
    union all
    (select follower_id, followed_id from follow_requests where followed_id = $1 limit $2)) returning 1
), of_blocks as (
  delete from blocks where (blocker_id, blocked_id) in (
    (select blocker_id, blocked_id from blocks where blocker_id = $1 limit $2)
    union all
    (select blocker_id, blocked_id from blocks where blocked_id = $1 limit $2)) returning 1
), of_mutes as (
  delete from mutes where (muter_id, muted_id) in (
    (select muter_id, muted_id from mutes where muter_id = $1 limit $2)
    union all
    (select muter_id, muted_id from mutes where muted_id = $1 limit $2)) returning 1
), of_close_friends as (
  delete from close_friends where (owner_id, friend_id) in (
    (select owner_id, friend_id from close_friends where owner_id = $1 limit $2)
    union all
    (select owner_id, friend_id from close_friends where friend_id = $1 limit $2)) returning 1
)
select ((select count(*) from of_link_previews) + (select count(*) from of_bookmarks) + (select count(*) from of_reactions) + (select count(*) from of_direct_chats)
  + (select count(*) from of_requests) + (select count(*) from of_blocks) + (select count(*) from of_mutes)
  + (select count(*) from of_close_friends))::int as "rows!"
