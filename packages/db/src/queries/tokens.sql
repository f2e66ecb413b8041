-- name: find(tokenHash)
-- Reads the access token $1 (hashed) of an active user. `should_record_use` is whether no use in the last minute is stored.
select k.id, k.user_id, k.scopes, k.expires_at, u.email_confirmed,
  coalesce(k.last_used_at < now() - interval '1 minute', true) as "should_record_use!"
from tokens k join users u on u.id = k.user_id and u.disabled_at is null and u.deleted_at is null
where k.token_hash = $1 and (k.expires_at is null or k.expires_at > now())
