-- $1 viewer, $2 post
select {{post_columns}}
from posts p
{{post_joins}}
where p.id = $2
