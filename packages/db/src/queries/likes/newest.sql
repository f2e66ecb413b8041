-- $1 last id seen, $2 rows
select l.id, l.user_id, l.post_id, l.created_at
from likes l
join users u on u.id = l.user_id and u.disabled_at is null and u.deleted_at is null
join posts p on p.id = l.post_id
join users a on a.id = p.author_id and a.disabled_at is null and a.deleted_at is null
where l.id < $1
order by l.id desc
limit $2
