-- $1 session id (hashed)
select s.id, s.user_id, s.expires_at, s.last_seen_at, s.reauthenticated_at, u.user_name, u.disabled_at, u.deleted_at
from sessions s join users u on u.id = s.user_id
where s.id = $1
