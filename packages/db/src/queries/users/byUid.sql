-- $1 viewer, $2 the member's byUid
select {{profile_columns}}
from users u
where u.identity_uid = $2 and u.deleted_at is null and u.disabled_at is null
