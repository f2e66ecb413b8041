-- name: token_row
k.id, k.name, k.scopes, k.created_at, k.last_used_at, k.expires_at

-- name: find
-- $1 the token (hashed)
select k.id, k.user_id, k.scopes, k.expires_at, u.email_confirmed,
  coalesce(k.last_used_at < now() - interval '1 minute', true) as unnoted
from tokens k join users u on u.id = k.user_id and {{living}}
where k.token_hash = $1 and (k.expires_at is null or k.expires_at > now())

-- name: noteUsed
-- $1 token
update tokens set last_used_at = now()
where id = $1 and coalesce(last_used_at < now() - interval '1 minute', true)

-- name: lockOwner
-- $1 user. Runs as a separate statement, so that of two concurrent inserts the second counts the first, and a sign-out everywhere
-- waits for an insert and then deletes its row.
select u.id from users u where u.id = $1 and {{living}} for no key update

-- name: add
-- $1 user, locked, $2 the token (hashed), $3 name, $4 scopes, $5 expiry or null, $6 maximum tokens per member
insert into tokens as k (user_id, token_hash, name, scopes, expires_at)
select $1, $2, $3, $4::text[], $5::timestamptz
where (select count(*) from tokens where user_id = $1) < $6
returning {{token_row}}

-- name: list
-- $1 user. Newest first.
select {{token_row}} from tokens k
where k.user_id = $1 and (k.expires_at is null or k.expires_at > now())
order by k.id desc

-- name: revoke
-- $1 user, $2 token
delete from tokens where user_id = $1 and id = $2 returning token_hash
