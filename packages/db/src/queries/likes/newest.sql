-- $1 last id seen, $2 rows
select id, user_id, post_id, created_at from likes where id < $1 order by id desc limit $2
