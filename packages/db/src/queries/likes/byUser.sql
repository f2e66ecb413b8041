-- $1 last id seen, $2 rows, $3 member
select id, user_id, post_id, created_at from likes where user_id = $3 and id < $1 order by id desc limit $2
