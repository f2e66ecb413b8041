-- $1 viewer, $2 author, $3 and $4 the last row's created_at and id, $5 rows
select {{post_columns}}
from posts p
{{post_joins}}
where p.author_id = $2 and (p.created_at, p.id) < ($3::timestamptz, $4::bigint)
order by p.created_at desc, p.id desc
limit $5
