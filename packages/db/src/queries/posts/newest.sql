-- $1 viewer, $2 and $3 the last row's created_at and id, $4 rows
select {{post_columns}}
from posts p
{{post_joins}}
where (p.created_at, p.id) < ($2::timestamptz, $3::bigint)
order by p.created_at desc, p.id desc
limit $4
