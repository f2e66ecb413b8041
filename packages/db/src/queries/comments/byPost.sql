-- $1 post, $2 last id seen, $3 rows
select c.id, c.post_id, c.content, c.created_at, u.id as author_id, u.user_name, u.picture_key
from comments c
join users u on u.id = c.author_id and u.disabled_at is null and u.deleted_at is null
where c.post_id = $1 and c.id < $2 and exists (
  select from posts p join users a on a.id = p.author_id and a.disabled_at is null and a.deleted_at is null
  where p.id = $1
)
order by c.id desc
limit $3
