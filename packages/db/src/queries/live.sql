-- Which of the users whose streams are open here an event is for: $1 their ids. Asked once for each event, not for each stream.

-- name: postReaders
-- $2 post
select v.id from unnest($1::bigint[]) v (id)
join posts p on p.id = $2
join users u on u.id = p.author_id and {{visible_post for v.id}}

-- name: commentReaders
-- $2 comment
select c.id, c.post_id, c.content, c.created_at, c.author_id, c.user_name, c.picture_key, array_agg(v.id) as readers
from unnest($1::bigint[]) v (id)
cross join lateral (
  select c.id, c.post_id, c.content, c.created_at, u.id as author_id, u.user_name, u.picture_key
  {{comment_from for v.id}}
  where c.id = $2
) c
group by c.id, c.post_id, c.content, c.created_at, c.author_id, c.user_name, c.picture_key

-- name: feedReaders
-- $2 post: who finds it in their feed
select f.follower_id as id
from posts p
join follows f on f.followed_id = p.author_id and f.follower_id = any ($1::bigint[])
join users u on u.id = p.author_id and {{visible_post for f.follower_id}} and {{not_muted for f.follower_id}}
where p.id = $2

-- name: followers
-- $2 author
select follower_id as id from follows where followed_id = $2 and follower_id = any ($1::bigint[])
