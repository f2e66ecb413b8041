-- $1 viewer, $2 the member's byName
select {{profile_columns}}
from users u
where lower(u.user_name) = lower($2) and u.deleted_at is null and u.disabled_at is null
