-- Statements that delete posts, because they or their author were deleted, and all rows that belong to the posts: of the post $1 at most
-- $3 rows of a table. Those for likes and comments start below $2, the last id of the previous batch, because deleted rows stay in the
-- index until PostgreSQL vacuums the index.

-- name: likes(post, after, max)
with gone as (
  delete from likes where id = any (array(
    select id from likes where post_id = $1 and id < $2 order by id desc limit $3
  ))
  returning id as row
)
select count(*)::int as "rows!", min(row) as "last!" from gone

-- name: comments(post, after, max)
with gone as (
  delete from comments where id = any (array(
    select id from comments where post_id = $1 and id < $2 order by id desc limit $3
  ))
  returning id as row
)
select count(*)::int as "rows!", min(row) as "last!" from gone

-- name: small(post, after, max)
-- Deletes events of notifications and likes of comments.
with of_events as (
  delete from notification_events where id = any (array(
    select id from notification_events where post_id = $1 and $2::bigint is not null limit $3
  ))
  returning 1
), of_comment_likes as (
  delete from comment_likes where ctid = any (array(
    select l.ctid from comments c join comment_likes l on l.comment_id = c.id where c.post_id = $1 limit $3
  ))
  returning 1
)
select ((select count(*) from of_events) + (select count(*) from of_comment_likes))::int as "rows!", 0 as "last!"

-- name: remove(author, posts)
-- Deletes the posts $2 of the author $1 and the rows of their pictures; foreign keys delete the few other rows that are left.
with gone as (
  delete from posts where id = any ($2::bigint[]) and author_id = $1 returning id
), pictures as (
  delete from images where post_id in (select id from gone) returning key
)
select array(select key from pictures) as "keys!", (select count(*) from gone)::int as "rows!"
